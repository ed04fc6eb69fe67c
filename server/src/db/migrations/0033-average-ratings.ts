import { sql } from 'kysely'
import type { Migration } from './migration'
import { required, tables } from './tables'

/** The average rating of each series and book, maintained by triggers: a list sorted by it reads an index instead of every rating. */
export const averageRatings: Migration = {
  name: '0033-average-ratings',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    const { keyed } = tables(db, dialect)
    await keyed('average_ratings', table =>
      table
        .addColumn('series_pk', 'bigint', column => column.references('series.pk').onDelete('cascade'))
        .addColumn('book_pk', 'bigint', column => column.references('books.pk').onDelete('cascade'))
        .addColumn('total', 'bigint', required)
        .addColumn('count', 'bigint', required)
        .addColumn('average', 'double precision', required),
    )
    const statements = ITEMS.flatMap(item => [
      `create unique index average_ratings_of_${item} on average_ratings (${item}_pk) where ${item}_pk is not null`,
      `create index average_ratings_by_${item} on average_ratings (average, ${item}_pk) where ${item}_pk is not null`,
      `insert into average_ratings (${item}_pk, total, count, average)
        select ${item}_pk, sum(rating), count(*), cast(sum(rating) as double precision) / count(*)
        from ratings where ${item}_pk is not null group by ${item}_pk`,
      ...(dialect.kind === 'sqlite' ? sqliteTriggers(item) : postgresTriggers(item)),
      // The averages were computed by it.
      `drop index ratings_averaged_by_${item}`,
    ])
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const ITEMS = ['series', 'book'] as const
type Item = (typeof ITEMS)[number]

/** With one rating added. Sums instead of a new average, so that concurrent ratings all count. */
const added = (item: Item) => `insert into average_ratings (${item}_pk, total, count, average)
  values (new.${item}_pk, new.rating, 1, new.rating)
  on conflict (${item}_pk) where ${item}_pk is not null do update set
    total = average_ratings.total + excluded.total, count = average_ratings.count + 1,
    average = cast(average_ratings.total + excluded.total as double precision) / (average_ratings.count + 1);`

/** With one rating removed. */
const removed = (item: Item) => `update average_ratings set total = total - old.rating, count = count - 1,
    average = case when count > 1 then cast(total - old.rating as double precision) / (count - 1) else 0 end
    where ${item}_pk = old.${item}_pk;
  delete from average_ratings where ${item}_pk = old.${item}_pk and count = 0;`

function sqliteTriggers(item: Item): readonly string[] {
  const pk = `${item}_pk`
  return [
    `create trigger ratings_of_${item}_added after insert on ratings when new.${pk} is not null
      begin ${added(item)} end`,
    `create trigger ratings_of_${item}_removed after delete on ratings when old.${pk} is not null
      begin ${removed(item)} end`,
    `create trigger ratings_of_${item}_changed after update of rating, ${pk} on ratings when new.${pk} is not null
      begin ${removed(item)} ${added(item)} end`,
  ]
}

function postgresTriggers(item: Item): readonly string[] {
  const pk = `${item}_pk`
  return [
    `create function average_of_${item}() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then if old.${pk} is not null then ${removed(item)} end if; end if;
      if tg_op <> 'DELETE' then if new.${pk} is not null then ${added(item)} end if; end if;
      return null; end $$`,
    `create trigger average_of_${item} after insert or delete or update of rating, ${pk} on ratings
      for each row execute function average_of_${item}()`,
  ]
}
