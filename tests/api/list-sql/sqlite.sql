-- books in order, that see everything
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1
    and libraries.pk = +?
-- [3]

select books.pk
  from books
  where (1 = 1) is true
    and not books.deleted
    and books.library_pk = +?
  order by books.sort_key asc, books.pk asc
  limit +? offset +?
-- [3,50,0]

-- books in order, that see two libraries
select cast(sum(book_count) as bigint) as total
  from libraries
  where libraries.pk in (3, 4)
    and libraries.pk = +?
-- [3]

select books.pk
  from books
  where (books.library_pk in (3, 4)) is true
    and not books.deleted
    and books.library_pk = +?
  order by books.sort_key asc, books.pk asc
  limit +? offset +?
-- [3,50,0]

-- books in order, that see up to an age, and what has no sharing tag or one of a set
select series.library_pk, count(*) as series, cast(sum(series.book_count) as bigint) as books
  from series
  where series.book_count > +?
    and ((series.sharing_set_pk is null or series.sharing_set_pk in (5, 6))
    and (series.age is not null
    and series.age <= 12)) group by series.library_pk
-- [0]

select books.pk
  from books
  where (exists (select 1
  from series as seen
  where seen.pk = books.series_pk
    and ((seen.sharing_set_pk is null or seen.sharing_set_pk in (5, 6))
    and (seen.age is not null and seen.age <= 12)))) is true
    and not books.deleted
    and books.library_pk = +?
  order by books.sort_key asc, books.pk asc
  limit +? offset +?
-- [3,50,0]

-- books in order, few
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1
    and libraries.pk = +?
-- [3]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and books.library_pk = +?
  order by books.created_at asc, books.pk asc
  limit +? offset +?
-- [3,50,0]

-- books in order, from the end
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select books.pk
  from books
  where (1 = 1) is true
    and not books.deleted
  order by books.created_at desc, books.pk desc
  limit +? offset +?
-- [50,0]

-- books in order, from a cursor
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select books.pk
  from books
  where (1 = 1) is true
    and not books.deleted
  order by books.created_at asc, books.pk asc
  limit +? offset +?
-- [1,2000]

select books.pk
  from books
  where (1 = 1) is true
    and not books.deleted
    and (books.created_at, books.pk) >= (select books.created_at, books.pk
  from books
  where books.pk = +?)
  order by books.created_at asc, books.pk asc
  limit +? offset +?
-- [7,50,0]

select books.pk
  from books
  where (1 = 1) is true
    and not books.deleted
  order by books.created_at asc, books.pk asc
  limit +? offset +?
-- [50,2000]

-- books in order, filtered, very many
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and books.library_pk = +?
    and books.series_pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'genre'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))
-- [3,"%a\\_b\\%%"]

select books.pk
  from books
  where (1 = 1) is true
    and not books.deleted
    and books.library_pk = +?
    and (books.series_pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'genre'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))) is true
  order by books.created_at asc, books.pk asc
  limit +? offset +?
-- [3,"%a\\_b\\%%",50,0]

-- books in order, with words, very many
select word
  from search_words
  where word >= +?
    and word < +?
  limit +?
-- ["naruto","naruto􏿿",17]

select count(*) as total
  from books_search
  where books_search match +?
-- ["(\"naruto\") AND (\"12\"*)"]

select books.pk
  from books
  where (1 = 1) is true
    and not books.deleted
    and not exists (select 1
  from json_each(+?) as word
  where not exists (select 1
  from json_each(word.value) as pattern
  where concat_ws(' ', '', books.search_text, (select own.search_text
  from series as own
  where own.pk = books.series_pk), iif(books.number is null, '', replace(printf('%.15g', books.number), '.', ' ')), iif(books.volume is null, '', replace(printf('%.15g', books.volume), '.', ' ')), iif(books.chapter is null, '', replace(printf('%.15g', books.chapter), '.', ' ')), '') like pattern.value))
  order by books.created_at asc, books.pk asc
  limit +? offset +?
-- ["[[\"% naruto%\"],[\"% 12%\"]]",50,0]

-- books sparse
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select books.pk
  from (select book_pk as item_pk, updated_at as value
  from read_progress
  where user_pk = +?) as progress
  cross join books
  where books.pk = progress.item_pk
    and 1 = 1
    and not books.deleted
  order by progress.value desc, progress.item_pk desc
  limit +? offset +?
-- [0,50,0]

select books.pk
  from books
  where not exists (select 1
  from (select book_pk as item_pk, updated_at as value
  from read_progress
  where user_pk = +?) as progress
  where books.pk = progress.item_pk)
    and (1 = 1) is true
    and not books.deleted
  order by books.pk desc
  limit +? offset +?
-- [0,49,0]

-- books sparse, from a cursor
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select count(*) as total
  from (select book_pk as item_pk, updated_at as value
  from read_progress
  where user_pk = +?) as progress
  cross join books
  where books.pk = progress.item_pk
    and 1 = 1
    and not books.deleted
-- [0]

select books.pk
  from (select book_pk as item_pk, updated_at as value
  from read_progress
  where user_pk = +?) as progress
  cross join books
  where books.pk = progress.item_pk
    and 1 = 1
    and not books.deleted
  order by progress.value desc, progress.item_pk desc
  limit +? offset +?
-- [0,50,2000]

select books.pk
  from books
  where not exists (select 1
  from (select book_pk as item_pk, updated_at as value
  from read_progress
  where user_pk = +?) as progress
  where books.pk = progress.item_pk)
    and (1 = 1) is true
    and not books.deleted
  order by books.pk desc
  limit +? offset +?
-- [0,49,0]

-- books best first
select word
  from search_words
  where word >= +?
    and word < +?
  limit +?
-- ["naruto","naruto􏿿",17]

select count(*) as total
  from books_search
  where books_search match +?
-- ["(\"naruto\") AND (\"12\"*)"]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and books.pk in (select rowid
  from books_search
  where books_search match +?)
  order by (books.sort_key = +?) desc, (books.sort_key >= +?
    and books.sort_key < +?) desc, books.sort_key asc, books.pk asc
  limit +? offset +?
-- ["(\"naruto\") AND (\"12\"*)","naruto 0212","naruto 0212","naruto 0212􏿿",50,0]

-- books best first, with signs
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and coalesce(books.title_folded, lower(books.title)) like +? escape '\'
-- ["%\\%\\_%"]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and coalesce(books.title_folded, lower(books.title)) like +? escape '\'
  order by (books.sort_key = +?) desc, (books.sort_key >= +?
    and books.sort_key < +?) desc, books.sort_key asc, books.pk asc
  limit +? offset +?
-- ["%\\%\\_%","%_","%_","%_􏿿",50,0]

-- books title then newest
select word
  from search_words
  where word >= +?
    and word < +?
  limit +?
-- ["naruto","naruto􏿿",17]

select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and books.series_pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'genre'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))
    and books.pk in (select rowid
  from books_search
  where books_search match +?)
-- ["%a\\_b\\%%","(\"naruto\") AND (\"12\"*)"]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and (books.series_pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'genre'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))) is true
    and not exists (select 1
  from json_each(+?) as word
  where not exists (select 1
  from json_each(word.value) as pattern
  where concat_ws(' ', '', books.search_text, (select own.search_text
  from series as own
  where own.pk = books.series_pk), iif(books.number is null, '', replace(printf('%.15g', books.number), '.', ' ')), iif(books.volume is null, '', replace(printf('%.15g', books.volume), '.', ' ')), iif(books.chapter is null, '', replace(printf('%.15g', books.chapter), '.', ' ')), '') like pattern.value))
    and ((books.sort_key, books.pk) >= (+?, 0)
    and books.sort_key < +?)
  order by books.sort_key asc, books.pk asc
  limit +? offset +?
-- ["%a\\_b\\%%","[[\"% naruto%\"],[\"% 12%\"]]","naruto 0212","naruto 0212􏿿",50,0]

select books.pk
  from books_search
  cross join books
  where books_search match +?
    and books.pk = books_search.rowid
    and 1 = 1
    and not books.deleted
    and books.series_pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'genre'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))
    and not ((books.sort_key, books.pk) >= (+?, 0)
    and books.sort_key < +?)
  order by books_search.rowid desc
  limit +? offset +?
-- ["(\"naruto\") AND (\"12\"*)","%a\\_b\\%%","naruto 0212","naruto 0212􏿿",49,0]

-- books title then newest, very many
select word
  from search_words
  where word >= +?
    and word < +?
  limit +?
-- ["naruto","naruto􏿿",17]

select count(*) as total
  from books_search
  where books_search match +?
-- ["(\"naruto\") AND (\"12\"*)"]

select books.pk
  from books
  where (1 = 1) is true
    and not books.deleted
    and not exists (select 1
  from json_each(+?) as word
  where not exists (select 1
  from json_each(word.value) as pattern
  where concat_ws(' ', '', books.search_text, (select own.search_text
  from series as own
  where own.pk = books.series_pk), iif(books.number is null, '', replace(printf('%.15g', books.number), '.', ' ')), iif(books.volume is null, '', replace(printf('%.15g', books.volume), '.', ' ')), iif(books.chapter is null, '', replace(printf('%.15g', books.chapter), '.', ' ')), '') like pattern.value))
    and ((books.sort_key, books.pk) >= (+?, 0)
    and books.sort_key < +?)
  order by books.sort_key asc, books.pk asc
  limit +? offset +?
-- ["[[\"% naruto%\"],[\"% 12%\"]]","naruto 0212","naruto 0212􏿿",50,0]

select books.pk
  from books_search
  cross join books
  where books_search match +?
    and books.pk = books_search.rowid
    and (1 = 1) is true
    and not books.deleted
    and not ((books.sort_key, books.pk) >= (+?, 0)
    and books.sort_key < +?)
  order by books_search.rowid desc
  limit +? offset +?
-- ["(\"naruto\") AND (\"12\"*)","naruto 0212","naruto 0212􏿿",49,0]

-- books deleted too
select count(*) as total
  from books
  where 1 = 1
    and books.merged_into_pk is null
-- []

select books.pk
  from books
  where (1 = 1) is true
    and books.merged_into_pk is null
  order by books.sort_key asc, books.pk asc
  limit +? offset +?
-- [50,0]

-- books opened
select count(*) as total
  from read_progress
  cross join books
  where books.pk = read_progress.book_pk
    and read_progress.user_pk = +?
    and 1 = 1
    and not books.deleted
-- [0]

select books.pk
  from read_progress
  cross join books
  where books.pk = read_progress.book_pk
    and read_progress.user_pk = +?
    and (1 = 1) is true
    and not books.deleted
  order by read_progress.updated_at desc, read_progress.book_pk desc, books.pk desc
  limit +? offset +?
-- [0,50,0]

-- books in progress
select count(*) as total
  from read_progress
  cross join books
  where books.pk = read_progress.book_pk
    and read_progress.user_pk = +?
    and 1 = 1
    and not books.deleted
    and not read_progress.completed
-- [0]

select books.pk
  from read_progress
  cross join books
  where books.pk = read_progress.book_pk
    and read_progress.user_pk = +?
    and (1 = 1) is true
    and not books.deleted
    and not read_progress.completed
  order by read_progress.updated_at desc, read_progress.book_pk desc, books.pk desc
  limit +? offset +?
-- [0,50,0]

-- books on deck
select count(*) as total
  from series_progress
  cross join series as deck
  cross join books
  where deck.pk = series_progress.series_pk
    and series_progress.user_pk = +?
    and series_progress.completed_count > 0
    and series_progress.in_progress_count = 0
    and series_progress.completed_count < deck.book_count
    and books.pk = (select unread.pk
  from books as unread
  left join read_progress as done on done.book_pk = unread.pk
    and done.user_pk = +?
  where unread.series_pk = deck.pk
    and not unread.deleted
    and done.pk is null
    and (unread.analysis_error is null or (unread.page_count > 0
    and coalesce((select book_errors.reason
  from book_errors
  where book_errors.book_pk = unread.pk
    and book_errors.message = unread.analysis_error
    and book_errors.error_type in ('parser', 'format_detection', 'zero_pages')
  order by book_errors.error_type
  limit 1), '') <> 'encrypted'))
  order by unread.number , unread.sort_key, unread.pk
  limit 1)
    and 1 = 1
    and not books.deleted
-- [0,0]

select books.pk
  from series_progress
  cross join series as deck
  cross join books
  where deck.pk = series_progress.series_pk
    and series_progress.user_pk = +?
    and series_progress.completed_count > 0
    and series_progress.in_progress_count = 0
    and series_progress.completed_count < deck.book_count
    and books.pk = (select unread.pk
  from books as unread
  left join read_progress as done on done.book_pk = unread.pk
    and done.user_pk = +?
  where unread.series_pk = deck.pk
    and not unread.deleted
    and done.pk is null
    and (unread.analysis_error is null or (unread.page_count > 0
    and coalesce((select book_errors.reason
  from book_errors
  where book_errors.book_pk = unread.pk
    and book_errors.message = unread.analysis_error
    and book_errors.error_type in ('parser', 'format_detection', 'zero_pages')
  order by book_errors.error_type
  limit 1), '') <> 'encrypted'))
  order by unread.number , unread.sort_key, unread.pk
  limit 1)
    and (1 = 1) is true
    and not books.deleted
  order by series_progress.last_read_at desc, series_progress.series_pk desc, books.pk desc
  limit +? offset +?
-- [0,0,50,0]

-- series in order, that see everything
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1
    and libraries.pk = +?
-- [3]

select series.pk
  from series
  where (1 = 1) is true
    and series.book_count > 0
    and +series.library_pk = +?
  order by series.sort_key asc, series.pk asc
  limit +? offset +?
-- [3,50,0]

-- series in order, that see two libraries
select cast(sum(series_count) as bigint) as total
  from libraries
  where libraries.pk in (3, 4)
    and libraries.pk = +?
-- [3]

select series.pk
  from series
  where (series.library_pk in (3, 4)) is true
    and series.book_count > 0
    and +series.library_pk = +?
  order by series.sort_key asc, series.pk asc
  limit +? offset +?
-- [3,50,0]

-- series in order, that see up to an age, and what has no sharing tag or one of a set
select series.library_pk, count(*) as series, cast(sum(series.book_count) as bigint) as books
  from series
  where series.book_count > +?
    and ((series.sharing_set_pk is null or series.sharing_set_pk in (5, 6))
    and (series.age is not null
    and series.age <= 12)) group by series.library_pk
-- [0]

select series.pk
  from series
  where (((series.sharing_set_pk is null or series.sharing_set_pk in (5, 6))
    and (series.age is not null and series.age <= 12))) is true
    and series.book_count > 0
    and +series.library_pk = +?
  order by series.sort_key asc, series.pk asc
  limit +? offset +?
-- [3,50,0]

-- series in order, few
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1
    and libraries.pk = +?
-- [3]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and series.library_pk = +?
  order by series.created_at asc, series.pk asc
  limit +? offset +?
-- [3,50,0]

-- series in order, from the end
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select series.pk
  from series
  where (1 = 1) is true
    and series.book_count > 0
  order by series.created_at desc, series.pk desc
  limit +? offset +?
-- [50,0]

-- series in order, from a cursor
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select series.pk
  from series
  where (1 = 1) is true
    and series.book_count > 0
  order by series.created_at asc, series.pk asc
  limit +? offset +?
-- [1,2000]

select series.pk
  from series
  where (1 = 1) is true
    and series.book_count > 0
    and (series.created_at, series.pk) >= (select series.created_at, series.pk
  from series
  where series.pk = +?)
  order by series.created_at asc, series.pk asc
  limit +? offset +?
-- [7,50,0]

select series.pk
  from series
  where (1 = 1) is true
    and series.book_count > 0
  order by series.created_at asc, series.pk asc
  limit +? offset +?
-- [50,2000]

-- series in order, filtered, very many
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and series.library_pk = +?
    and series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'genre'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))
-- [3,"%a\\_b\\%%"]

select series.pk
  from series
  where (1 = 1) is true
    and series.book_count > 0
    and +series.library_pk = +?
    and (series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'genre'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))) is true
  order by series.created_at asc, series.pk asc
  limit +? offset +?
-- [3,"%a\\_b\\%%",50,0]

-- series in order, with words, very many
select word
  from search_words
  where word >= +?
    and word < +?
  limit +?
-- ["naruto","naruto􏿿",17]

select count(*) as total
  from series_search
  where series_search match +?
-- ["(\"naruto\") AND (\"12\"*)"]

select series.pk
  from series
  where (1 = 1) is true
    and series.book_count > 0
    and not exists (select 1
  from json_each(+?) as word
  where not exists (select 1
  from json_each(word.value) as pattern
  where concat_ws(' ', '', series.search_text, '') like pattern.value))
  order by series.created_at asc, series.pk asc
  limit +? offset +?
-- ["[[\"% naruto%\"],[\"% 12%\"]]",50,0]

-- series sparse
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select series.pk
  from (select series_pk as item_pk, last_read_at as value
  from series_progress
  where user_pk = +?) as progress
  cross join series
  where series.pk = progress.item_pk
    and 1 = 1
    and series.book_count > 0
  order by progress.value desc, progress.item_pk desc
  limit +? offset +?
-- [0,50,0]

select series.pk
  from series
  where not exists (select 1
  from (select series_pk as item_pk, last_read_at as value
  from series_progress
  where user_pk = +?) as progress
  where series.pk = progress.item_pk)
    and (1 = 1) is true
    and series.book_count > 0
  order by series.pk desc
  limit +? offset +?
-- [0,49,0]

-- series sparse, from a cursor
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select count(*) as total
  from (select series_pk as item_pk, last_read_at as value
  from series_progress
  where user_pk = +?) as progress
  cross join series
  where series.pk = progress.item_pk
    and 1 = 1
    and series.book_count > 0
-- [0]

select series.pk
  from (select series_pk as item_pk, last_read_at as value
  from series_progress
  where user_pk = +?) as progress
  cross join series
  where series.pk = progress.item_pk
    and 1 = 1
    and series.book_count > 0
  order by progress.value desc, progress.item_pk desc
  limit +? offset +?
-- [0,50,2000]

select series.pk
  from series
  where not exists (select 1
  from (select series_pk as item_pk, last_read_at as value
  from series_progress
  where user_pk = +?) as progress
  where series.pk = progress.item_pk)
    and (1 = 1) is true
    and series.book_count > 0
  order by series.pk desc
  limit +? offset +?
-- [0,49,0]

-- series best first
select word
  from search_words
  where word >= +?
    and word < +?
  limit +?
-- ["naruto","naruto􏿿",17]

select count(*) as total
  from series_search
  where series_search match +?
-- ["(\"naruto\") AND (\"12\"*)"]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select rowid
  from series_search
  where series_search match +?)
  order by (series.sort_key = +?) desc, (series.sort_key >= +?
    and series.sort_key < +?) desc, series.sort_key asc, series.pk asc
  limit +? offset +?
-- ["(\"naruto\") AND (\"12\"*)","naruto 0212","naruto 0212","naruto 0212􏿿",50,0]

-- series best first, with signs
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and coalesce(series.title_folded, lower(series.title)) like +? escape '\'
-- ["%\\%\\_%"]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and coalesce(series.title_folded, lower(series.title)) like +? escape '\'
  order by (series.sort_key = +?) desc, (series.sort_key >= +?
    and series.sort_key < +?) desc, series.sort_key asc, series.pk asc
  limit +? offset +?
-- ["%\\%\\_%","%_","%_","%_􏿿",50,0]

-- series title then newest
select word
  from search_words
  where word >= +?
    and word < +?
  limit +?
-- ["naruto","naruto􏿿",17]

select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'genre'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))
    and series.pk in (select rowid
  from series_search
  where series_search match +?)
-- ["%a\\_b\\%%","(\"naruto\") AND (\"12\"*)"]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and (series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'genre'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))) is true
    and not exists (select 1
  from json_each(+?) as word
  where not exists (select 1
  from json_each(word.value) as pattern
  where concat_ws(' ', '', series.search_text, '') like pattern.value))
    and ((series.sort_key, series.pk) >= (+?, 0)
    and series.sort_key < +?)
  order by series.sort_key asc, series.pk asc
  limit +? offset +?
-- ["%a\\_b\\%%","[[\"% naruto%\"],[\"% 12%\"]]","naruto 0212","naruto 0212􏿿",50,0]

select series.pk
  from series_search
  cross join series
  where series_search match +?
    and series.pk = series_search.rowid
    and 1 = 1
    and series.book_count > 0
    and series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'genre'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))
    and not ((series.sort_key, series.pk) >= (+?, 0)
    and series.sort_key < +?)
  order by series_search.rowid desc
  limit +? offset +?
-- ["(\"naruto\") AND (\"12\"*)","%a\\_b\\%%","naruto 0212","naruto 0212􏿿",49,0]

-- series title then newest, very many
select word
  from search_words
  where word >= +?
    and word < +?
  limit +?
-- ["naruto","naruto􏿿",17]

select count(*) as total
  from series_search
  where series_search match +?
-- ["(\"naruto\") AND (\"12\"*)"]

select series.pk
  from series
  where (1 = 1) is true
    and series.book_count > 0
    and not exists (select 1
  from json_each(+?) as word
  where not exists (select 1
  from json_each(word.value) as pattern
  where concat_ws(' ', '', series.search_text, '') like pattern.value))
    and ((series.sort_key, series.pk) >= (+?, 0)
    and series.sort_key < +?)
  order by series.sort_key asc, series.pk asc
  limit +? offset +?
-- ["[[\"% naruto%\"],[\"% 12%\"]]","naruto 0212","naruto 0212􏿿",50,0]

select series.pk
  from series_search
  cross join series
  where series_search match +?
    and series.pk = series_search.rowid
    and (1 = 1) is true
    and series.book_count > 0
    and not ((series.sort_key, series.pk) >= (+?, 0)
    and series.sort_key < +?)
  order by series_search.rowid desc
  limit +? offset +?
-- ["(\"naruto\") AND (\"12\"*)","naruto 0212","naruto 0212􏿿",49,0]

-- series in progress
select count(*) as total
  from series_progress
  cross join series
  where series.pk = series_progress.series_pk
    and series_progress.user_pk = +?
    and 1 = 1
    and series.book_count > 0
    and series_progress.completed_count + series_progress.in_progress_count > 0
    and series_progress.completed_count < series.book_count
-- [0]

select series.pk
  from series_progress
  cross join series
  where series.pk = series_progress.series_pk
    and series_progress.user_pk = +?
    and (1 = 1) is true
    and series.book_count > 0
    and series_progress.completed_count + series_progress.in_progress_count > 0
    and series_progress.completed_count < series.book_count
  order by series_progress.last_read_at desc, series_progress.series_pk desc, series.pk desc
  limit +? offset +?
-- [0,50,0]

-- books of a series
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and books.series_pk = +?
-- [7]

select books.pk
  from books
  where (1 = 1) is true
    and not books.deleted
    and books.series_pk = +?
  order by books.number asc, books.pk asc
  limit +? offset +?
-- [7,50,0]

-- books where libraryId
books.library_pk in (select pk
  from libraries
  where id in (+?, +?))

-- books where seriesId
books.series_pk in (select pk
  from series
  where id in (+?, +?))

-- books where title
coalesce(books.title_folded, lower(books.title)) like +? escape '\'

-- books where titleSort
coalesce(case when books.title_sort is null then books.title_folded else books.title_sort_folded end, lower(coalesce(books.title_sort, books.title))) like +? escape '\'

-- books where number
(books.number >= +?)

-- books where volume
(books.volume >= +?)

-- books where chapter
(books.chapter >= +?)

-- books where summary
coalesce(books.summary_folded, lower(books.summary)) like +? escape '\'

-- books where path
coalesce(books.path_folded, lower(books.path)) like +? escape '\'

-- books where genre
books.series_pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'genre'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))

-- books where tag
books.series_pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'tag'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))

-- books where author
books.pk in (select book_facets.book_pk
  from book_facets
  where book_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'author'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))

-- books where character
books.pk in (select book_facets.book_pk
  from book_facets
  where book_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'character'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))

-- books where team
books.pk in (select book_facets.book_pk
  from book_facets
  where book_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'team'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))

-- books where location
books.pk in (select book_facets.book_pk
  from book_facets
  where book_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'location'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))

-- books where storyArc
books.pk in (select book_facets.book_pk
  from book_facets
  where book_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'story_arc'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))

-- books where bookType
coalesce(null, lower((select book_type
  from book_metadata
  where book_pk = books.pk))) like +? escape '\'

-- books where language
books.pk in (select book_facets.book_pk
  from book_facets
  where book_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'language'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))

-- books where publisher
books.pk in (select book_facets.book_pk
  from book_facets
  where book_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'publisher'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))

-- books where imprint
books.pk in (select book_facets.book_pk
  from book_facets
  where book_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'imprint'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))

-- books where year
(books.release_date / 10000 >= +?)

-- books where format
books.file_format = +?

-- books where pageCount
(books.page_count >= +?)

-- books where fileSize
(books.file_size >= +?)

-- books where dateAdded
(books.created_at > +?)

-- books where hasError
(books.analysis_error is not null)

-- books where readStatus
books.pk not in (select own.book_pk
  from read_progress as own
  where own.user_pk = +?)

-- books where userRating
books.pk in (select scored.item_pk
  from (select book_pk as item_pk, rating as value
  from ratings
  where user_pk = +? and book_pk is not null) as scored
  where (scored.value >= +?))

-- books where hasUserRating
books.pk in (select scored.item_pk
  from (select book_pk as item_pk, rating as value
  from ratings
  where user_pk = +? and book_pk is not null) as scored
  where 1 = 1)

-- books where communityRating
books.pk in (select scored.item_pk
  from (select book_pk as item_pk, average as value
  from average_ratings
  where book_pk is not null) as scored
  where (scored.value >= +?))

-- books where externalRating
books.pk in (select scored.item_pk
  from (select said.book_pk as item_pk, avg(said.rating) as value
  from external_ratings as said
  where said.book_pk is not null
    and not said.removed
    and (said.origin = 'person' or not exists (select 1
  from external_ratings as own
  where own.book_pk = said.book_pk and own.source = said.source and own.origin = 'person')) group by said.book_pk) as scored
  where (scored.value >= +?))

-- books where hasExternalSourceId
books.pk not in (select scored.item_pk
  from (select said.book_pk as item_pk
  from external_ids as said
  where said.book_pk is not null
    and not said.removed
    and (said.origin = 'person' or not exists (select 1
  from external_ids as own
  where own.book_pk = said.book_pk and own.source = said.source and own.origin = 'person'))) as scored
  where 1 = 1)

-- books where a tree of conditions holds
(coalesce(books.title_folded, lower(books.title)) = +? or ((books.series_pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'genre'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))) is not true))

-- books by series
series.sort_key desc, series.pk desc, books.number desc, books.sort_key desc, books.pk desc

-- books by title
books.sort_key desc, books.pk desc

-- books by number
books.number desc, books.pk desc

-- books by chapter_number
books.number desc, books.pk desc

-- books by release_date
books.release_date desc, books.pk desc

-- books by page_count
books.page_count desc, books.pk desc

-- books by file_size
books.file_size desc, books.pk desc

-- books by filename
books.file_name desc, books.pk desc

-- books by created_at
books.created_at desc, books.pk desc

-- books by date_added
books.created_at desc, books.pk desc

-- books by last_read
progress.value desc, books.pk desc

-- books by read_date
progress.value desc, books.pk desc

-- books by rating
user_rating.value desc, books.pk desc

-- books by user_rating
user_rating.value desc, books.pk desc

-- books by community_rating
community_rating.value desc, books.pk desc

-- books by avg_rating
community_rating.value desc, books.pk desc

-- books by external_rating
external_rating.value desc, books.pk desc

-- books by relevance
books.sort_key desc, books.pk desc

-- books by score
books.sort_key desc, books.pk desc

-- books mixed
((((books.pk % 1000003 + 1) * 971176 * 1583 % 2147483647) % 65536) * 32749 + ((books.pk % 1000003 + 1) * 971176 * 1583 % 2147483647) / 65536) * 69621 % 2147483647 asc, books.pk asc

-- series where libraryId
series.library_pk in (select pk
  from libraries
  where id in (+?, +?))

-- series where title
coalesce(series.title_folded, lower(series.title)) like +? escape '\'

-- series where titleSort
coalesce(case when series.title_sort is null then series.title_folded else series.title_sort_folded end, lower(coalesce(series.title_sort, series.title))) like +? escape '\'

-- series where summary
coalesce(series.summary_folded, lower(series.summary)) like +? escape '\'

-- series where path
coalesce(series.path_folded, lower(series.path)) like +? escape '\'

-- series where genre
series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'genre'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))

-- series where tag
series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'tag'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))

-- series where author
series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'author'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))

-- series where character
series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'character'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))

-- series where team
series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'team'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))

-- series where location
series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'location'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))

-- series where storyArc
series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'story_arc'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))

-- series where status
coalesce(null, lower(series.status)) like +? escape '\'

-- series where language
series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'language'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))

-- series where ageRating
(series.age >= +?)

-- series where publisher
series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'publisher'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))

-- series where imprint
series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'imprint'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))

-- series where year
(series.year >= +?)

-- series where sharingTag
(series.sharing_set_pk is not null
    and series.sharing_set_pk in (select set_pk
  from sharing_set_tags join sharing_tags on sharing_tags.pk = sharing_set_tags.tag_pk
  where replace(replace(replace(replace(replace(replace(replace(replace(replace(sharing_tags.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))

-- series where bookCount
(series.book_count >= +?)

-- series where dateAdded
(series.created_at > +?)

-- series where dateUpdated
(series.updated_at > +?)

-- series where completion
series.book_count >= coalesce(series.total_volume_count, (select max(book_metadata.count)
  from books join book_metadata on book_metadata.book_pk = books.pk
  where books.series_pk = series.pk
    and not books.deleted))

-- series where readStatus
series.pk not in (select own.series_pk
  from series_progress as own join series as whole on whole.pk = own.series_pk
  where own.user_pk = +?
    and own.completed_count + own.in_progress_count > 0)

-- series where userRating
series.pk in (select scored.item_pk
  from (select series_pk as item_pk, rating as value
  from ratings
  where user_pk = +? and series_pk is not null) as scored
  where (scored.value >= +?))

-- series where hasUserRating
series.pk in (select scored.item_pk
  from (select series_pk as item_pk, rating as value
  from ratings
  where user_pk = +? and series_pk is not null) as scored
  where 1 = 1)

-- series where communityRating
series.pk in (select scored.item_pk
  from (select series_pk as item_pk, average as value
  from average_ratings
  where series_pk is not null) as scored
  where (scored.value >= +?))

-- series where externalRating
series.pk in (select scored.item_pk
  from (select said.series_pk as item_pk, avg(said.rating) as value
  from external_ratings as said
  where said.series_pk is not null
    and not said.removed
    and (said.origin = 'person' or not exists (select 1
  from external_ratings as own
  where own.series_pk = said.series_pk and own.source = said.source and own.origin = 'person')) group by said.series_pk) as scored
  where (scored.value >= +?))

-- series where hasExternalSourceId
series.pk not in (select scored.item_pk
  from (select said.series_pk as item_pk
  from external_ids as said
  where said.series_pk is not null
    and not said.removed
    and (said.origin = 'person' or not exists (select 1
  from external_ids as own
  where own.series_pk = said.series_pk and own.source = said.source and own.origin = 'person'))) as scored
  where 1 = 1)

-- series where a tree of conditions holds
(coalesce(series.title_folded, lower(series.title)) = +? or ((series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'genre'
    and replace(replace(replace(replace(replace(replace(replace(replace(replace(facets.name_key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ı', 'i') like +? escape '\'))) is not true))

-- series by name
series.sort_key desc, series.pk desc

-- series by title
series.sort_key desc, series.pk desc

-- series by release_date
series.year desc, series.pk desc

-- series by year
series.year desc, series.pk desc

-- series by book_count
series.book_count desc, series.pk desc

-- series by date_added
series.created_at desc, series.pk desc

-- series by created_at
series.created_at desc, series.pk desc

-- series by date_updated
series.updated_at desc, series.pk desc

-- series by updated_at
series.updated_at desc, series.pk desc

-- series by date_read
progress.value desc, series.pk desc

-- series by rating
user_rating.value desc, series.pk desc

-- series by user_rating
user_rating.value desc, series.pk desc

-- series by community_rating
community_rating.value desc, series.pk desc

-- series by avg_rating
community_rating.value desc, series.pk desc

-- series by external_rating
external_rating.value desc, series.pk desc

-- series by relevance
series.sort_key desc, series.pk desc

-- series by score
series.sort_key desc, series.pk desc

-- series mixed
((((series.pk % 1000003 + 1) * 971176 * 1583 % 2147483647) % 65536) * 32749 + ((series.pk % 1000003 + 1) * 971176 * 1583 % 2147483647) / 65536) * 69621 % 2147483647 asc, series.pk asc
