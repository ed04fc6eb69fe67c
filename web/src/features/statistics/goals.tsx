import { Button, NativeSelect, NumberInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { ReadingOverviewDto } from '../../api/types'
import { formatNumber, formatPercent } from '../../messages'
import { Dialog } from '../../ui/dialog'
import { errorSentence } from '../../ui/error-sentence'
import { IconButton } from '../../ui/icon-button'
import { toast } from '../../ui/toast'
import { tst } from './messages'
import classes from './statistics.module.css'

type Goal = ReadingOverviewDto['goals'][number]
const measures = ['minutes', 'pages', 'books'] as const
const spans = ['day', 'week', 'month', 'year'] as const
const AMOUNT = { minutes: 'stats.goalMinutes', pages: 'stats.goalPages', books: 'stats.goalBooks' } as const
const key = 'reading.goals'

/** Goals with progress; they are set and deleted here. */
export function Goals({ goals }: { readonly goals: readonly Goal[] }) {
  const [adds, setAdds] = useState(false)
  const save = useMutation({
    mutationFn: (value: readonly Omit<Goal, 'reached'>[]) =>
      api.put('/api/v1/user/preferences/{key}', { params: { key }, body: { value } }),
    onSuccess: () => setAdds(false),
    onError: error => toast({ message: errorSentence(error), tone: 'bad' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [...queryKeys.statistics, 'overview'] }),
  })
  const plain = (some: readonly Goal[]) => some.map(({ measure, period, amount }) => ({ measure, period, amount }))
  const others = (goal: Pick<Goal, 'measure' | 'period'>) =>
    plain(goals.filter(({ measure, period }) => measure !== goal.measure || period !== goal.period))
  return (
    <section className={classes.part} aria-labelledby="stats-goals">
      <div className={classes.head}>
        <h2 id="stats-goals">{tst('stats.goals')}</h2>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={17} stroke={1.7} />}
          onClick={() => setAdds(true)}
        >
          {tst('stats.goalAdd')}
        </Button>
      </div>
      <ul className={classes.goals}>
        {goals.map(goal => (
          <li key={`${goal.measure} ${goal.period}`}>
            <Ring share={goal.reached / goal.amount} />
            <span className={classes.goalWords}>
              <strong>{tst(AMOUNT[goal.measure], { amount: goal.amount })}</strong>
              <span>{tst(`stats.per.${goal.period}`)}</span>
              <span>{tst('stats.goalReached', { reached: goal.reached, amount: goal.amount })}</span>
            </span>
            <IconButton
              label={tst('stats.goalDelete', { goal: nameOf(goal) })}
              onClick={() => save.mutate(others(goal))}
            >
              <IconTrash size={18} stroke={1.6} />
            </IconButton>
          </li>
        ))}
      </ul>
      <Dialog title={tst('stats.goalAdd')} opened={adds} onClose={() => setAdds(false)}>
        <GoalForm pending={save.isPending} onSave={goal => save.mutate([...others(goal), goal])} />
      </Dialog>
    </section>
  )
}

const nameOf = ({ measure, amount, period }: Goal) =>
  `${tst(AMOUNT[measure], { amount })} ${tst(`stats.per.${period}`)}`

type FormProps = { readonly pending: boolean; readonly onSave: (goal: Omit<Goal, 'reached'>) => void }

function GoalForm({ pending, onSave }: FormProps) {
  const [amount, setAmount] = useState<number>(20)
  const [measure, setMeasure] = useState<Goal['measure']>('minutes')
  const [period, setPeriod] = useState<Goal['period']>('day')
  return (
    <form
      className={classes.form}
      onSubmit={event => {
        event.preventDefault()
        onSave({ measure, period, amount })
      }}
    >
      <NumberInput
        label={tst('stats.goalAmount')}
        value={amount}
        min={1}
        max={1_000_000}
        allowDecimal={false}
        clampBehavior="strict"
        onChange={value => setAmount(Math.max(1, Number(value) || 1))}
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
        data={spans.map(value => ({ value, label: tst(`stats.per.${value}`) }))}
        onChange={event => setPeriod(event.currentTarget.value as Goal['period'])}
      />
      <Button type="submit" loading={pending}>
        {tst('stats.save')}
      </Button>
    </form>
  )
}

const RADIUS = 24
const LENGTH = 2 * Math.PI * RADIUS

function Ring({ share }: { readonly share: number }) {
  return (
    <svg className={classes.ring} width={60} height={60} viewBox="0 0 60 60" aria-hidden>
      <circle cx={30} cy={30} r={RADIUS} />
      <circle
        cx={30}
        cy={30}
        r={RADIUS}
        data-done={share >= 1}
        strokeDasharray={`${Math.min(1, share) * LENGTH} ${LENGTH}`}
        transform="rotate(-90 30 30)"
      />
      <text x={30} y={34} textAnchor="middle">
        {share > 9.99 ? formatNumber(999) : formatPercent(share)}
      </text>
    </svg>
  )
}
