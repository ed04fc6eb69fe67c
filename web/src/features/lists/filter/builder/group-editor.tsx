import { IconPlus, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { tl } from '../../messages'
import { fieldsOf, type Group, type ListKind } from '../../question/question'
import classes from './builder.module.css'
import { changed, type Draft, type DraftGroup, mostLevels, newGroup, newTerm } from './draft.rules'
import { TermEditor } from './term-editor'

type Props = {
  readonly root: DraftGroup
  readonly group: DraftGroup
  /** 1 at the top. */
  readonly level: number
  readonly kind: ListKind
  readonly libraryId: string | null
  readonly onChange: (root: DraftGroup) => void
}

const groups: readonly Group[] = ['all', 'any', 'none']

/** A group: how its lines are combined, and the lines, which may be groups. */
export function GroupEditor({ root, group, level, kind, libraryId, onChange }: Props) {
  const change = (id: number, to: (part: Draft) => Draft | null) => onChange(changed(root, id, to))
  const ref = useRef<HTMLFieldSetElement>(null)
  const add = (part: Draft) => {
    flushSync(() => change(group.id, () => ({ ...group, of: [...group.of, part] })))
    // What is new is what one goes on with: the last one before the buttons.
    ref.current?.querySelector(':scope > :nth-last-child(2)')?.querySelector('select')?.focus()
  }
  const genre = fieldsOf(kind).genre
  return (
    <fieldset ref={ref} className={classes.group} data-level={level} data-row>
      <legend className={classes.legend}>
        <select
          className={classes.select}
          aria-label={tl('builder.group')}
          value={group.group}
          onChange={event => {
            const now = event.target.value as Group
            change(group.id, () => ({ ...group, group: now }))
          }}
        >
          {groups.map(each => (
            <option key={each} value={each}>
              {tl(`builder.${each}`)}
            </option>
          ))}
        </select>
        {level > 1 && (
          <button
            type="button"
            className={classes.remove}
            aria-label={tl('builder.removeGroup')}
            title={tl('builder.removeGroup')}
            onClick={() => change(group.id, () => null)}
          >
            <IconX size={16} stroke={2} />
          </button>
        )}
      </legend>
      {group.of.map(part =>
        part.group === null ? (
          <TermEditor
            key={part.id}
            term={part}
            kind={kind}
            libraryId={libraryId}
            onChange={now => change(part.id, () => now)}
          />
        ) : (
          <GroupEditor
            key={part.id}
            root={root}
            group={part}
            level={level + 1}
            kind={kind}
            libraryId={libraryId}
            onChange={onChange}
          />
        ),
      )}
      <div className={classes.adds}>
        <button
          type="button"
          aria-label={tl('builder.addTermLabel')}
          onClick={() => genre && add(newTerm('genre', genre))}
        >
          <IconPlus size={16} stroke={2} />
          {tl('builder.addTerm')}
        </button>
        {level < mostLevels && (
          <button
            type="button"
            aria-label={tl('builder.addGroupLabel')}
            onClick={() => genre && add(newGroup(group.group === 'any' ? 'all' : 'any', [newTerm('genre', genre)]))}
          >
            <IconPlus size={16} stroke={2} />
            {tl('builder.addGroup')}
          </button>
        )}
      </div>
    </fieldset>
  )
}
