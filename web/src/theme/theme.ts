import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

const tones = (name: string): MantineColorsTuple => {
  const soft = `var(--${name}-soft)`
  const full = `var(--${name})`
  return [soft, soft, soft, full, full, full, full, full, full, full]
}

/** Buttons in our own tones: Mantine derives its variants from ten fixed shades, ours from the accent. */
const variantColorResolver: VariantColorsResolver = input => {
  const fallback = defaultVariantColorsResolver(input)
  const name = input.color === 'danger' ? 'danger' : 'accent'
  const text = name === 'danger' ? 'var(--danger)' : 'var(--accent-text)'
  switch (input.variant) {
    case 'filled':
      return {
        background: `var(--${name})`,
        hover: name === 'danger' ? 'var(--danger)' : 'var(--accent-strong)',
        color: `var(--${name}-ink)`,
        border: 'none',
      }
    case 'light':
      return { background: `var(--${name}-soft)`, hover: 'var(--accent-wash)', color: text, border: 'none' }
    case 'subtle':
      return {
        background: 'transparent',
        hover: 'var(--hover)',
        color: name === 'danger' ? text : 'var(--ink-2)',
        border: 'none',
      }
    case 'default':
      return {
        background: 'var(--raised)',
        hover: 'var(--hover)',
        color: 'var(--ink)',
        border: '1px solid var(--line)',
      }
    default:
      return fallback
  }
}

/** Animated by our style sheets: Mantine would render the contents in the frame that answers the click. */
const transitionProps = { duration: 0 }
/** Without the scroll bar, the page behind would be laid out again. */
const removeScrollProps = { removeScrollBar: false }

export const theme = createTheme({
  primaryColor: 'accent',
  colors: { accent: tones('accent'), danger: tones('danger') },
  variantColorResolver,
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font-text)', fontWeight: '650' },
  fontSizes: {
    xs: 'var(--text-xs)',
    sm: 'var(--text-sm)',
    md: 'var(--text-md)',
    lg: 'var(--text-lg)',
    xl: 'var(--text-xl)',
  },
  radius: { xs: '4px', sm: '6px', md: 'var(--radius-control)', lg: '12px', xl: 'var(--radius-panel)' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  activeClassName: '',
  components: {
    Button: { defaultProps: { size: 'md' } },
    ActionIcon: { defaultProps: { variant: 'subtle', size: 40 } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'xl',
        overlayProps: { backgroundOpacity: 0.5 },
        transitionProps,
        removeScrollProps,
      },
    },
    Drawer: { defaultProps: { transitionProps, removeScrollProps } },
    Popover: { defaultProps: { transitionProps } },
    Menu: { defaultProps: { radius: 'lg', shadow: 'none', transitionProps, width: 232 } },
    TextInput: { defaultProps: { size: 'md', withAsterisk: false } },
    PasswordInput: { defaultProps: { size: 'md', withAsterisk: false, visibilityToggleFocusable: true } },
    NumberInput: { defaultProps: { size: 'md', withAsterisk: false } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
  },
})

/** Mantine sets its values per scheme, so ours must be set in both. */
const overrides = {
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-3)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-default': 'var(--raised)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-control)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-strong)',
  '--mantine-primary-color-contrast': 'var(--accent-ink)',
  '--mantine-color-accent-filled': 'var(--accent)',
  '--mantine-color-accent-light': 'var(--accent-soft)',
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: overrides, dark: overrides })
