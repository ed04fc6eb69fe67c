import '../../ui/fields.css'
import { Button, NativeSelect, NumberInput } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { ReadingOverviewDto } from '../../api/types'
import { formatNumber, formatPercent, t } from '../../messages'
import { Dialog } from '../../ui/dialog'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { FormEnd } from '../../ui/form-end'
import { IconButton } from '../../ui/icon-button'
import { toast } from '../../ui/toast'
import { type PlainGoal, withGoal } from './goals.rules'
import { tst } from './messages'
import classes from './statistics.module.css'

type Goal = ReadingOverviewDto['goals'][number]
const measures = ['minutes', 'pages', 'books'] as const
const spans = ['day', 'week', 'month', 'year'] as const
const AMOUNT = { minutes: 'stats.goalMinutes', pages: 'stats.goalPages', books: 'stats.goalBooks' } as const
const key = 'reading.goals'

const NEW: PlainGoal = { measure: 'minutes', period: 'day', amount: 20 }

/** Goals with progress; they are set, changed and deleted here. */
export function Goals({ goals }: { readonly goals: readonly Goal[] }) {
  const [opened, setOpened] = useState(false)
  const [edited, setEdited] = useState(NEW)
  const save = useMutation({
    mutationFn: (value: readonly PlainGoal[]) =>
      api.put('/api/v1/user/preferences/{key}', { params: { key }, body: { value } }),
    onSuccess: () => setOpened(false),
    onError: error => toast({ message: errorSentence(error), tone: 'bad' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [...queryKeys.statistics, 'overview'] }),
  })
  const edit = (goal: PlainGoal) => {
    setEdited(goal)
    setOpened(true)
  }
  const remove = (goal: Goal) =>
    save.mutate(withGoal(goals, goal, null), {
      onSuccess: () =>
        toast({
          message: tst('stats.goalDeleted'),
          action: { label: t('action.undo'), run: () => save.mutate(withGoal(goals, goal, goal)) },
        }),
    })
  return (
    <section className={classes.part} aria-labelledby="stats-goals">
      <div className={classes.head}>
        <h2 id="stats-goals">{tst('stats.goals')}</h2>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={17} stroke={1.7} />}
          onClick={() => edit(NEW)}
        >
          {tst('stats.goalAdd')}
        </Button>
      </div>
      {goals.length === 0 ? (
        <p className={form.hint}>{tst('stats.goalsNone')}</p>
      ) : (
        <ul className={classes.goals}>
          {goals.map(goal => (
            <li key={`${goal.measure} ${goal.period}`}>
              <Ring share={goal.reached / goal.amount} />
              <span className={classes.goalWords}>
                <strong>{tst(AMOUNT[goal.measure], { amount: goal.amount })}</strong>
                <span>{tst(`stats.per.${goal.period}`)}</span>
                <span>{tst('stats.goalReached', { reached: goal.reached, amount: goal.amount })}</span>
              </span>
              <span className={classes.goalActs}>
                <IconButton label={tst('stats.goalEdit', { goal: nameOf(goal) })} onClick={() => edit(goal)}>
                  <IconPencil size={18} stroke={1.6} />
                </IconButton>
                <IconButton
                  label={tst('stats.goalDelete', { goal: nameOf(goal) })}
                  // All goals are saved together: until the last change is read back, these are outdated.
                  disabled={save.isPending}
                  onClick={() => remove(goal)}
                >
                  <IconTrash size={18} stroke={1.6} />
                </IconButton>
              </span>
            </li>
          ))}
        </ul>
      )}
      <Dialog
        title={tst(edited === NEW ? 'stats.goalAdd' : 'stats.goalEditTitle')}
        opened={opened}
        onClose={() => setOpened(false)}
      >
        <GoalForm
          key={nameOf(edited)}
          start={edited}
          pending={save.isPending}
          onCancel={() => setOpened(false)}
          onSave={goal => save.mutate(withGoal(goals, edited === NEW ? goal : edited, goal))}
        />
      </Dialog>
    </section>
  )
}

const nameOf = ({ measure, amount, period }: PlainGoal) =>
  `${tst(AMOUNT[measure], { amount })} ${tst(`stats.per.${period}`)}`

type FormProps = {
  readonly start: PlainGoal
  readonly pending: boolean
  readonly onCancel: () => void
  readonly onSave: (goal: PlainGoal) => void
}

function GoalForm({ start, pending, onCancel, onSave }: FormProps) {
  // Empty while another amount is typed.
  const [amount, setAmount] = useState<number | string>(start.amount)
  const [measure, setMeasure] = useState(start.measure)
  const [period, setPeriod] = useState(start.period)
  return (
    <form
      className={form.form}
      onSubmit={event => {
        event.preventDefault()
        onSave({ measure, period, amount: Number(amount) })
      }}
    >
      <NumberInput
        label={tst('stats.goalAmount')}
        value={amount}
        min={1}
        max={1_000_000}
        allowDecimal={false}
        clampBehavior="strict"
        hideControls
        onChange={setAmount}
      />
      <NativeSelect
        label={tst('stats.goalMeasure')}
        value={measure}
        data={measures.map(value => ({ value, label: tst(`stats.measure.${value}`) }))}
        onChange={event => setMeasure(event.currentTarget.value as Goal['measure'])}
      />
      <NativeSelect
        label={tst('stats.goalPeriod')}
        value={period}
        data={spans.map(value => ({ value, label: tst(`stats.goalPeriod.${value}`) }))}
        onChange={event => setPeriod(event.currentTarget.value as Goal['period'])}
      />
      <FormEnd
        error={null}
        save={t('action.save')}
        saving={pending}
        disabled={!(Number(amount) >= 1)}
        onCancel={onCancel}
      />
    </form>
  )
}

const RADIUS = 24
const LENGTH = 2 * Math.PI * RADIUS

function Ring({ share }: { readonly share: number }) {
  return (
    <svg className={classes.ring} width={60} height={60} viewBox="0 0 60 60" aria-hidden>
      <circle cx={30} cy={30} r={RADIUS} />
      {share > 0 && (
        <circle
          cx={30}
          cy={30}
          r={RADIUS}
          data-done={share >= 1}
          strokeDasharray={`${Math.min(1, share) * LENGTH} ${LENGTH}`}
          transform="rotate(-90 30 30)"
        />
      )}
      <text x={30} y={34} textAnchor="middle">
        {share > 9.99 ? formatNumber(999) : formatPercent(share)}
      </text>
    </svg>
  )
}
