import { Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { labelled } from '../../../../messages/labelled'
import { IconButton } from '../../../../ui/icon-button'
import { tn } from './messages'
import type { TitleRule } from './naming-draft.rules'
import classes from './naming-fields.module.css'

type Props = { readonly rules: readonly TitleRule[]; readonly onChange: (rules: readonly TitleRule[]) => void }

/** Find and replace for titles of series, in row order. */
export function TitleRules({ rules, onChange }: Props) {
  const change = (key: number, part: Partial<TitleRule>) =>
    onChange(rules.map(rule => (rule.key === key ? { ...rule, ...part } : rule)))
  const add = () =>
    onChange([...rules, { key: Math.max(-1, ...rules.map(rule => rule.key)) + 1, pattern: '', replacement: '' }])
  return (
    <fieldset className={classes.rules}>
      <legend className={classes.legend}>{tn('naming.rules')}</legend>
      <p className={classes.intro}>{tn('naming.rulesHint')}</p>
      {rules.map((rule, index) => (
        <div key={rule.key} className={classes.rule}>
          <TextInput
            label={tn('naming.ruleFind')}
            aria-label={labelled(tn('naming.rule', { number: index + 1 }), tn('naming.ruleFind'))}
            className={classes.code ?? ''}
            spellCheck={false}
            value={rule.pattern}
            onChange={event => change(rule.key, { pattern: event.currentTarget.value })}
          />
          <TextInput
            label={tn('naming.ruleReplace')}
            aria-label={labelled(tn('naming.rule', { number: index + 1 }), tn('naming.ruleReplace'))}
            className={classes.code ?? ''}
            spellCheck={false}
            value={rule.replacement}
            onChange={event => change(rule.key, { replacement: event.currentTarget.value })}
          />
          <IconButton
            label={tn('naming.ruleRemove', { number: index + 1 })}
            onClick={() => onChange(rules.filter(other => other.key !== rule.key))}
          >
            <IconTrash size={20} stroke={1.6} />
          </IconButton>
        </div>
      ))}
      <div>
        <Button variant="light" leftSection={<IconPlus size={18} stroke={1.7} />} onClick={add}>
          {tn('naming.ruleAdd')}
        </Button>
      </div>
    </fieldset>
  )
}
