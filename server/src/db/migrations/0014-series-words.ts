import { sql } from 'kysely'
import type { Migration } from './migration'

/** Search finds books by the words of their series and by their numbers too: "naruto 12". */
export const seriesWords: Migration = {
  name: '0014-series-words',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    for (const statement of dialect.kind === 'sqlite' ? SQLITE : POSTGRES) await sql.raw(statement).execute(db)
  },
}

/** As words: 12.5 becomes two. */
const sqliteNumber = (column: string) => `replace(printf('%.15g', ${column}), '.', ' ')`

/** The words of a live book; see `0005-lists`. */
const sqliteWords = (book: string) => `insert into books_search (rowid, words)
  select ${book}.pk, concat_ws(' ', ${book}.search_text,
    (select search_text from series where series.pk = ${book}.series_pk),
    ${['number', 'volume', 'chapter'].map(column => `case when ${book}.${column} is not null then ${sqliteNumber(`${book}.${column}`)} end`).join()},
    '§' || ${book}.library_pk)`

const LEARN = `insert or ignore into search_words (word)
  select value from json_each('["' || replace(new.search_text, ' ', '","') || '"]')
  where length(value) > 3 and value glob '*[^0-9]*';`

const LISTED = ['search_text', 'library_pk', 'deleted', 'series_pk', 'number', 'volume', 'chapter']

const SQLITE: readonly string[] = [
  'drop trigger books_search_added',
  'drop trigger books_search_changed',
  `create trigger books_search_added after insert on books
    begin ${sqliteWords('new')} where not new.deleted; ${LEARN} end`,
  `create trigger books_search_changed after update of ${LISTED.join()} on books
    when ${LISTED.map(column => `old.${column} is not new.${column}`).join(' or ')}
    begin delete from books_search where rowid = old.pk; ${sqliteWords('new')} where not new.deleted; ${LEARN} end`,
  `create trigger books_search_of_series after update of search_text on series
    when old.search_text <> new.search_text
    begin
      delete from books_search where rowid in (select pk from books where series_pk = new.pk and not deleted);
      ${sqliteWords('books')} from books where series_pk = new.pk and not deleted;
    end`,
  "insert into books_search (books_search) values ('delete-all')",
  `${sqliteWords('books')} from books where not deleted`,
]

/** An index covers columns of its own table only: triggers copy the words of the series. */
const POSTGRES: readonly string[] = [
  "alter table books add column series_words text not null default ''",
  `create function books_series_words() returns trigger language plpgsql as $$ begin
    new.series_words := concat_ws(' ', (select search_text from series where pk = new.series_pk),
      replace(new.number::text, '.', ' '), new.volume::text, replace(new.chapter::text, '.', ' '));
    return new; end $$`,
  `create trigger books_series_words before insert or update of series_pk, number, volume, chapter on books
    for each row execute function books_series_words()`,
  `create function series_words_of_books() returns trigger language plpgsql as $$ begin
    update books set series_pk = series_pk where series_pk = new.pk; return null; end $$`,
  `create trigger series_words_of_books after update of search_text on series
    for each row when (old.search_text <> new.search_text) execute function series_words_of_books()`,
  'drop index books_search',
  'update books set series_pk = series_pk',
  `create index books_search on books using gin (array_to_tsvector(array_append(
    array_remove(string_to_array(search_text || ' ' || series_words, ' '), ''), '§' || library_pk::text)))
    with (fastupdate = off) where not deleted`,
]
