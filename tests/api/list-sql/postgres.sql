-- books that see everything
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select books.pk
  from books
  where 1 = 1
    and not books.deleted
  order by books.sort_key asc, books.pk asc
  limit $1 offset $2
-- [50,0]

-- books that see two libraries
select cast(sum(book_count) as bigint) as total
  from libraries
  where libraries.pk in (3, 4) 
-- []

select books.pk
  from books
  where books.library_pk in (3, 4)
    and not books.deleted
  order by books.sort_key asc, books.pk asc
  limit $1 offset $2
-- [50,0]

-- books that see up to an age, and what has no sharing tag or one of a set
select series.library_pk, count(*) as series, cast(sum(series.book_count) as bigint) as books
  from series
  where series.book_count > $1
    and ((series.sharing_set_pk is null or series.sharing_set_pk in (5, 6))
    and (series.age is not null
    and series.age <= 12)) group by series.library_pk
-- [0]

select books.pk
  from books
  where exists (select 1
  from series as seen
  where seen.pk = books.series_pk
    and ((seen.sharing_set_pk is null or seen.sharing_set_pk in (5, 6))
    and (seen.age is not null
    and seen.age <= 12)))
    and not books.deleted
  order by books.sort_key asc, books.pk asc
  limit $1 offset $2
-- [50,0]

-- books of a library
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1
    and libraries.pk = $1
-- [3]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and books.library_pk = $1
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- [3,50,0]

-- books by title, descending
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select books.pk
  from books
  where 1 = 1
    and not books.deleted
  order by books.sort_key desc, books.pk desc
  limit $1 offset $2
-- [50,0]

-- books by created_at, descending
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select books.pk
  from books
  where 1 = 1
    and not books.deleted
  order by books.created_at desc, books.pk desc
  limit $1 offset $2
-- [50,0]

-- books by date_added, descending
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select books.pk
  from books
  where 1 = 1
    and not books.deleted
  order by books.created_at desc, books.pk desc
  limit $1 offset $2
-- [50,0]

-- books by rating, descending
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select books.pk
  from (select book_pk as item_pk, rating as value
  from ratings
  where user_pk = $1 and book_pk is not null) as user_rating
  cross join books
  where books.pk = user_rating.item_pk
    and 1 = 1
    and not books.deleted
  order by user_rating.value desc, user_rating.item_pk desc
  limit $2 offset $3
-- [0,50,0]

select books.pk
  from books
  where not exists (select 1
  from (select book_pk as item_pk, rating as value
  from ratings
  where user_pk = $1 and book_pk is not null) as user_rating
  where books.pk = user_rating.item_pk)
    and 1 = 1
    and not books.deleted
  order by books.pk desc
  limit $2 offset $3
-- [0,50,0]

-- books by user_rating, descending
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select books.pk
  from (select book_pk as item_pk, rating as value
  from ratings
  where user_pk = $1 and book_pk is not null) as user_rating
  cross join books
  where books.pk = user_rating.item_pk
    and 1 = 1
    and not books.deleted
  order by user_rating.value desc, user_rating.item_pk desc
  limit $2 offset $3
-- [0,50,0]

select books.pk
  from books
  where not exists (select 1
  from (select book_pk as item_pk, rating as value
  from ratings
  where user_pk = $1 and book_pk is not null) as user_rating
  where books.pk = user_rating.item_pk)
    and 1 = 1
    and not books.deleted
  order by books.pk desc
  limit $2 offset $3
-- [0,50,0]

-- books by community_rating, descending
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select books.pk
  from (select book_pk as item_pk, average as value
  from average_ratings
  where book_pk is not null) as community_rating
  cross join books
  where books.pk = community_rating.item_pk
    and 1 = 1
    and not books.deleted
  order by community_rating.value desc, community_rating.item_pk desc
  limit $1 offset $2
-- [50,0]

select books.pk
  from books
  where not exists (select 1
  from (select book_pk as item_pk, average as value
  from average_ratings
  where book_pk is not null) as community_rating
  where books.pk = community_rating.item_pk)
    and 1 = 1
    and not books.deleted
  order by books.pk desc
  limit $1 offset $2
-- [50,0]

-- books by avg_rating, descending
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select books.pk
  from (select book_pk as item_pk, average as value
  from average_ratings
  where book_pk is not null) as community_rating
  cross join books
  where books.pk = community_rating.item_pk
    and 1 = 1
    and not books.deleted
  order by community_rating.value desc, community_rating.item_pk desc
  limit $1 offset $2
-- [50,0]

select books.pk
  from books
  where not exists (select 1
  from (select book_pk as item_pk, average as value
  from average_ratings
  where book_pk is not null) as community_rating
  where books.pk = community_rating.item_pk)
    and 1 = 1
    and not books.deleted
  order by books.pk desc
  limit $1 offset $2
-- [50,0]

-- books by external_rating, descending
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select books.pk
  from (select said.book_pk as item_pk, avg(said.rating) as value
  from external_ratings as said
  where said.book_pk is not null
    and not said.removed
    and (said.origin = 'person' or not exists (select 1
  from external_ratings as own
  where own.book_pk = said.book_pk and own.source = said.source and own.origin = 'person')) group by said.book_pk) as external_rating
  cross join books
  where books.pk = external_rating.item_pk
    and 1 = 1
    and not books.deleted
  order by external_rating.value desc, external_rating.item_pk desc
  limit $1 offset $2
-- [50,0]

select books.pk
  from books
  where not exists (select 1
  from (select said.book_pk as item_pk, avg(said.rating) as value
  from external_ratings as said
  where said.book_pk is not null
    and not said.removed
    and (said.origin = 'person' or not exists (select 1
  from external_ratings as own
  where own.book_pk = said.book_pk and own.source = said.source and own.origin = 'person')) group by said.book_pk) as external_rating
  where books.pk = external_rating.item_pk)
    and 1 = 1
    and not books.deleted
  order by books.pk desc
  limit $1 offset $2
-- [50,0]

-- books by relevance, descending
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select books.pk
  from books
  where 1 = 1
    and not books.deleted
  order by books.sort_key asc, books.pk asc
  limit $1 offset $2
-- [50,0]

-- books by score, descending
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select books.pk
  from books
  where 1 = 1
    and not books.deleted
  order by books.sort_key asc, books.pk asc
  limit $1 offset $2
-- [50,0]

-- books by series, descending
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select books.pk
  from books
  inner join series on series.pk = books.series_pk
  where 1 = 1
    and not books.deleted
  order by series.sort_key desc, series.pk desc, books.number desc nulls last, books.sort_key desc, books.pk desc
  limit $1 offset $2
-- [50,0]

-- books by release_date, descending
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select books.pk
  from books
  where 1 = 1
    and not books.deleted
  order by books.release_date desc nulls last, books.pk desc
  limit $1 offset $2
-- [50,0]

-- books by chapter_number, descending
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select books.pk
  from books
  where 1 = 1
    and not books.deleted
  order by books.number desc nulls last, books.pk desc
  limit $1 offset $2
-- [50,0]

-- books by number, descending
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select books.pk
  from books
  where 1 = 1
    and not books.deleted
  order by books.number desc nulls last, books.pk desc
  limit $1 offset $2
-- [50,0]

-- books by file_size, descending
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select books.pk
  from books
  where 1 = 1
    and not books.deleted
  order by books.file_size desc, books.pk desc
  limit $1 offset $2
-- [50,0]

-- books by filename, descending
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select books.pk
  from books
  where 1 = 1
    and not books.deleted
  order by books.file_name desc, books.pk desc
  limit $1 offset $2
-- [50,0]

-- books by page_count, descending
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select books.pk
  from books
  where 1 = 1
    and not books.deleted
  order by books.page_count desc, books.pk desc
  limit $1 offset $2
-- [50,0]

-- books by last_read, descending
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select books.pk
  from (select book_pk as item_pk, updated_at as value
  from read_progress
  where user_pk = $1) as progress
  cross join books
  where books.pk = progress.item_pk
    and 1 = 1
    and not books.deleted
  order by progress.value desc, progress.item_pk desc
  limit $2 offset $3
-- [0,50,0]

select books.pk
  from books
  where not exists (select 1
  from (select book_pk as item_pk, updated_at as value
  from read_progress
  where user_pk = $1) as progress
  where books.pk = progress.item_pk)
    and 1 = 1
    and not books.deleted
  order by books.pk desc
  limit $2 offset $3
-- [0,50,0]

-- books by read_date, descending
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select books.pk
  from (select book_pk as item_pk, updated_at as value
  from read_progress
  where user_pk = $1) as progress
  cross join books
  where books.pk = progress.item_pk
    and 1 = 1
    and not books.deleted
  order by progress.value desc, progress.item_pk desc
  limit $2 offset $3
-- [0,50,0]

select books.pk
  from books
  where not exists (select 1
  from (select book_pk as item_pk, updated_at as value
  from read_progress
  where user_pk = $1) as progress
  where books.pk = progress.item_pk)
    and 1 = 1
    and not books.deleted
  order by books.pk desc
  limit $2 offset $3
-- [0,50,0]

-- books by two fields
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select books.pk
  from books
  where 1 = 1
    and not books.deleted
  order by books.created_at desc, books.sort_key asc, books.pk asc
  limit $1 offset $2
-- [50,0]

-- books mixed
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select books.pk
  from books
  where 1 = 1
    and not books.deleted
  order by ((((books.pk % 1000003 + 1) * 971176 * 1583 % 2147483647) % 65536) * 32749 + ((books.pk % 1000003 + 1) * 971176 * 1583 % 2147483647) / 65536) * 69621 % 2147483647 asc, books.pk asc
  limit $1 offset $2
-- [50,0]

-- books of a deep page
select cast(sum(book_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select books.pk
  from books
  where 1 = 1
    and not books.deleted
  order by books.sort_key asc, books.pk asc
  limit $1 offset $2
-- [1,2000]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
  order by books.sort_key asc, books.pk asc
  limit $1 offset $2
-- [1,2000]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
  order by books.sort_key asc, books.pk asc
  limit $1 offset $2
-- [50,2000]

-- books where libraryId
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and books.library_pk in (select pk
  from libraries
  where id in ($1, $2))
-- ["00000000-0000-7000-8000-000000000001","00000000-0000-7000-8000-000000000002"]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and books.library_pk in (select pk
  from libraries
  where id in ($1, $2))
  order by books.sort_key asc, books.pk asc
  limit $3 offset $4
-- ["00000000-0000-7000-8000-000000000001","00000000-0000-7000-8000-000000000002",50,0]

-- books where seriesId
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and books.series_pk in (select pk
  from series
  where id in ($1, $2))
-- ["00000000-0000-7000-8000-000000000001","00000000-0000-7000-8000-000000000002"]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and books.series_pk in (select pk
  from series
  where id in ($1, $2))
  order by books.sort_key asc, books.pk asc
  limit $3 offset $4
-- ["00000000-0000-7000-8000-000000000001","00000000-0000-7000-8000-000000000002",50,0]

-- books where title
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and coalesce(books.title_folded, lower(books.title)) like $1 escape '\'
-- ["%a\\_b\\%%"]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and coalesce(books.title_folded, lower(books.title)) like $1 escape '\'
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- books where titleSort
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and coalesce(case when books.title_sort is null then books.title_folded else books.title_sort_folded end, lower(coalesce(books.title_sort, books.title))) like $1 escape '\'
-- ["%a\\_b\\%%"]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and coalesce(case when books.title_sort is null then books.title_folded else books.title_sort_folded end, lower(coalesce(books.title_sort, books.title))) like $1 escape '\'
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- books where number
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and (books.number >= $1)
-- [12]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and (books.number >= $1)
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- [12,50,0]

-- books where volume
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and (books.volume >= $1)
-- [12]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and (books.volume >= $1)
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- [12,50,0]

-- books where chapter
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and (books.chapter >= $1)
-- [12]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and (books.chapter >= $1)
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- [12,50,0]

-- books where summary
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and coalesce(books.summary_folded, lower(books.summary)) like $1 escape '\'
-- ["%a\\_b\\%%"]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and coalesce(books.summary_folded, lower(books.summary)) like $1 escape '\'
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- books where path
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and coalesce(books.path_folded, lower(books.path)) like $1 escape '\'
-- ["%a\\_b\\%%"]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and coalesce(books.path_folded, lower(books.path)) like $1 escape '\'
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- books where genre
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and books.series_pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'genre'
    and facets.name_key like $1 escape '\'))
-- ["%a\\_b\\%%"]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and books.series_pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'genre'
    and facets.name_key like $1 escape '\'))
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- books where tag
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and books.series_pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'tag'
    and facets.name_key like $1 escape '\'))
-- ["%a\\_b\\%%"]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and books.series_pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'tag'
    and facets.name_key like $1 escape '\'))
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- books where author
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and books.pk in (select book_facets.book_pk
  from book_facets
  where book_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'author'
    and facets.name_key like $1 escape '\'))
-- ["%a\\_b\\%%"]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and books.pk in (select book_facets.book_pk
  from book_facets
  where book_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'author'
    and facets.name_key like $1 escape '\'))
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- books where character
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and books.pk in (select book_facets.book_pk
  from book_facets
  where book_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'character'
    and facets.name_key like $1 escape '\'))
-- ["%a\\_b\\%%"]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and books.pk in (select book_facets.book_pk
  from book_facets
  where book_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'character'
    and facets.name_key like $1 escape '\'))
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- books where team
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and books.pk in (select book_facets.book_pk
  from book_facets
  where book_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'team'
    and facets.name_key like $1 escape '\'))
-- ["%a\\_b\\%%"]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and books.pk in (select book_facets.book_pk
  from book_facets
  where book_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'team'
    and facets.name_key like $1 escape '\'))
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- books where location
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and books.pk in (select book_facets.book_pk
  from book_facets
  where book_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'location'
    and facets.name_key like $1 escape '\'))
-- ["%a\\_b\\%%"]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and books.pk in (select book_facets.book_pk
  from book_facets
  where book_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'location'
    and facets.name_key like $1 escape '\'))
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- books where storyArc
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and books.pk in (select book_facets.book_pk
  from book_facets
  where book_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'story_arc'
    and facets.name_key like $1 escape '\'))
-- ["%a\\_b\\%%"]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and books.pk in (select book_facets.book_pk
  from book_facets
  where book_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'story_arc'
    and facets.name_key like $1 escape '\'))
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- books where bookType
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and (select coalesce(null, lower(book_metadata.book_type)) like $1 escape '\'
  from (select 1 as one) as book
  left join book_metadata on book_metadata.book_pk = books.pk)
-- ["%a\\_b\\%%"]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and (select coalesce(null, lower(book_metadata.book_type)) like $1 escape '\'
  from (select 1 as one) as book
  left join book_metadata on book_metadata.book_pk = books.pk)
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- books where language
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and books.pk in (select book_facets.book_pk
  from book_facets
  where book_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'language'
    and facets.name_key like $1 escape '\'))
-- ["%a\\_b\\%%"]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and books.pk in (select book_facets.book_pk
  from book_facets
  where book_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'language'
    and facets.name_key like $1 escape '\'))
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- books where publisher
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and books.pk in (select book_facets.book_pk
  from book_facets
  where book_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'publisher'
    and facets.name_key like $1 escape '\'))
-- ["%a\\_b\\%%"]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and books.pk in (select book_facets.book_pk
  from book_facets
  where book_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'publisher'
    and facets.name_key like $1 escape '\'))
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- books where imprint
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and books.pk in (select book_facets.book_pk
  from book_facets
  where book_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'imprint'
    and facets.name_key like $1 escape '\'))
-- ["%a\\_b\\%%"]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and books.pk in (select book_facets.book_pk
  from book_facets
  where book_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'imprint'
    and facets.name_key like $1 escape '\'))
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- books where year
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and (select (book_metadata.year >= $1)
  from (select 1 as one) as book
  left join book_metadata on book_metadata.book_pk = books.pk)
-- [12]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and (select (book_metadata.year >= $1)
  from (select 1 as one) as book
  left join book_metadata on book_metadata.book_pk = books.pk)
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- [12,50,0]

-- books where format
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and books.file_format = $1
-- ["cbz"]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and books.file_format = $1
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- ["cbz",50,0]

-- books where pageCount
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and (books.page_count >= $1)
-- [12]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and (books.page_count >= $1)
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- [12,50,0]

-- books where fileSize
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and (books.file_size >= $1)
-- [12]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and (books.file_size >= $1)
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- [12,50,0]

-- books where dateAdded
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and (books.created_at > $1)
-- [1767225600000]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and (books.created_at > $1)
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- [1767225600000,50,0]

-- books where hasError
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and (books.analysis_error is not null)
-- []

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and (books.analysis_error is not null)
  order by books.sort_key asc, books.pk asc
  limit $1 offset $2
-- [50,0]

-- books where readStatus
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and books.pk not in (select own.book_pk
  from read_progress as own
  where own.user_pk = $1)
-- [0]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and books.pk not in (select own.book_pk
  from read_progress as own
  where own.user_pk = $1)
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- [0,50,0]

-- books where userRating
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and books.pk in (select scored.item_pk
  from (select book_pk as item_pk, rating as value
  from ratings
  where user_pk = $1 and book_pk is not null) as scored
  where (scored.value >= $2))
-- [0,12]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and books.pk in (select scored.item_pk
  from (select book_pk as item_pk, rating as value
  from ratings
  where user_pk = $1 and book_pk is not null) as scored
  where (scored.value >= $2))
  order by books.sort_key asc, books.pk asc
  limit $3 offset $4
-- [0,12,50,0]

-- books where hasUserRating
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and books.pk in (select scored.item_pk
  from (select book_pk as item_pk, rating as value
  from ratings
  where user_pk = $1 and book_pk is not null) as scored
  where 1 = 1)
-- [0]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and books.pk in (select scored.item_pk
  from (select book_pk as item_pk, rating as value
  from ratings
  where user_pk = $1 and book_pk is not null) as scored
  where 1 = 1)
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- [0,50,0]

-- books where communityRating
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and books.pk in (select scored.item_pk
  from (select book_pk as item_pk, average as value
  from average_ratings
  where book_pk is not null) as scored
  where (scored.value >= $1))
-- [12]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and books.pk in (select scored.item_pk
  from (select book_pk as item_pk, average as value
  from average_ratings
  where book_pk is not null) as scored
  where (scored.value >= $1))
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- [12,50,0]

-- books where externalRating
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and books.pk in (select scored.item_pk
  from (select said.book_pk as item_pk, avg(said.rating) as value
  from external_ratings as said
  where said.book_pk is not null
    and not said.removed
    and (said.origin = 'person' or not exists (select 1
  from external_ratings as own
  where own.book_pk = said.book_pk and own.source = said.source and own.origin = 'person')) group by said.book_pk) as scored
  where (scored.value >= $1))
-- [12]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and books.pk in (select scored.item_pk
  from (select said.book_pk as item_pk, avg(said.rating) as value
  from external_ratings as said
  where said.book_pk is not null
    and not said.removed
    and (said.origin = 'person' or not exists (select 1
  from external_ratings as own
  where own.book_pk = said.book_pk and own.source = said.source and own.origin = 'person')) group by said.book_pk) as scored
  where (scored.value >= $1))
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- [12,50,0]

-- books where hasExternalSourceId
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and books.pk not in (select scored.item_pk
  from (select said.book_pk as item_pk
  from external_ids as said
  where said.book_pk is not null
    and not said.removed
    and (said.origin = 'person' or not exists (select 1
  from external_ids as own
  where own.book_pk = said.book_pk and own.source = said.source and own.origin = 'person'))) as scored
  where 1 = 1)
-- []

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and books.pk not in (select scored.item_pk
  from (select said.book_pk as item_pk
  from external_ids as said
  where said.book_pk is not null
    and not said.removed
    and (said.origin = 'person' or not exists (select 1
  from external_ids as own
  where own.book_pk = said.book_pk and own.source = said.source and own.origin = 'person'))) as scored
  where 1 = 1)
  order by books.sort_key asc, books.pk asc
  limit $1 offset $2
-- [50,0]

-- books where a tree of conditions holds
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and (coalesce(books.title_folded, lower(books.title)) = $1 or ((books.series_pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'genre' and facets.name_key like $2 escape '\'))) is not true))
-- ["a","%a\\_b\\%%"]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and (coalesce(books.title_folded, lower(books.title)) = $1 or ((books.series_pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'genre' and facets.name_key like $2 escape '\'))) is not true))
  order by books.sort_key asc, books.pk asc
  limit $3 offset $4
-- ["a","%a\\_b\\%%",50,0]

-- books with words
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and array_to_tsvector(array_append(array_remove(string_to_array(books.search_text || ' ' || books.series_words, ' '), ''), '§' || books.library_pk::text)) @@ cast($1 as tsquery)
-- ["('naruto':*) & ('12':*)"]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and array_to_tsvector(array_append(array_remove(string_to_array(books.search_text || ' ' || books.series_words, ' '), ''), '§' || books.library_pk::text)) @@ cast($1 as tsquery)
    and (books.sort_key >= $2
    and books.sort_key < $3)
  order by books.sort_key asc, books.pk asc
  limit $4 offset $5
-- ["('naruto':*) & ('12':*)","naruto 0212","naruto 0212􏿿",50,0]

select books.pk
  from (select *
  from books
  order by pk desc
  limit $1) as books
  where ' ' || books.search_text || ' ' || books.series_words || ' ' like all(cast($2 as text[]))
    and 1 = 1
    and not books.deleted
    and not (books.sort_key >= $3
    and books.sort_key < $4)
  order by books.pk desc
  limit $5 offset $6
-- [10000,"{\"% naruto%\",\"% 12%\"}","naruto 0212","naruto 0212􏿿",50,0]

select books.pk
  from books
  where array_to_tsvector(array_append(array_remove(string_to_array(books.search_text || ' ' || books.series_words, ' '), ''), '§' || books.library_pk::text)) @@ cast($1 as tsquery)
    and 1 = 1
    and not books.deleted
    and not (books.sort_key >= $2
    and books.sort_key < $3)
  order by books.pk + 0 desc
  limit $4 offset $5
-- ["('naruto':*) & ('12':*)","naruto 0212","naruto 0212􏿿",50,0]

-- books with signs
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and coalesce(books.title_folded, lower(books.title)) like $1 escape '\'
-- ["%\\%\\_%"]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and coalesce(books.title_folded, lower(books.title)) like $1 escape '\'
  order by books.sort_key asc, books.pk asc
  limit $2 offset $3
-- ["%\\%\\_%",50,0]

-- series that see everything
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
  order by series.sort_key asc, series.pk asc
  limit $1 offset $2
-- [50,0]

-- series that see two libraries
select cast(sum(series_count) as bigint) as total
  from libraries
  where libraries.pk in (3, 4) 
-- []

select series.pk
  from series
  where series.library_pk in (3, 4)
    and series.book_count > 0
  order by series.sort_key asc, series.pk asc
  limit $1 offset $2
-- [50,0]

-- series that see up to an age, and what has no sharing tag or one of a set
select series.library_pk, count(*) as series, cast(sum(series.book_count) as bigint) as books
  from series
  where series.book_count > $1
    and ((series.sharing_set_pk is null or series.sharing_set_pk in (5, 6))
    and (series.age is not null
    and series.age <= 12)) group by series.library_pk
-- [0]

select series.pk
  from series
  where ((series.sharing_set_pk is null or series.sharing_set_pk in (5, 6))
    and (series.age is not null
    and series.age <= 12))
    and series.book_count > 0
  order by series.sort_key asc, series.pk asc
  limit $1 offset $2
-- [50,0]

-- series of a library
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1
    and libraries.pk = $1
-- [3]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and series.library_pk = $1
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- [3,50,0]

-- series by title, descending
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
  order by series.sort_key desc, series.pk desc
  limit $1 offset $2
-- [50,0]

-- series by created_at, descending
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
  order by series.created_at desc, series.pk desc
  limit $1 offset $2
-- [50,0]

-- series by date_added, descending
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
  order by series.created_at desc, series.pk desc
  limit $1 offset $2
-- [50,0]

-- series by rating, descending
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select series.pk
  from (select series_pk as item_pk, rating as value
  from ratings
  where user_pk = $1 and series_pk is not null) as user_rating
  cross join series
  where series.pk = user_rating.item_pk
    and 1 = 1
    and series.book_count > 0
  order by user_rating.value desc, user_rating.item_pk desc
  limit $2 offset $3
-- [0,50,0]

select series.pk
  from series
  where not exists (select 1
  from (select series_pk as item_pk, rating as value
  from ratings
  where user_pk = $1 and series_pk is not null) as user_rating
  where series.pk = user_rating.item_pk)
    and 1 = 1
    and series.book_count > 0
  order by series.pk desc
  limit $2 offset $3
-- [0,50,0]

-- series by user_rating, descending
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select series.pk
  from (select series_pk as item_pk, rating as value
  from ratings
  where user_pk = $1 and series_pk is not null) as user_rating
  cross join series
  where series.pk = user_rating.item_pk
    and 1 = 1
    and series.book_count > 0
  order by user_rating.value desc, user_rating.item_pk desc
  limit $2 offset $3
-- [0,50,0]

select series.pk
  from series
  where not exists (select 1
  from (select series_pk as item_pk, rating as value
  from ratings
  where user_pk = $1 and series_pk is not null) as user_rating
  where series.pk = user_rating.item_pk)
    and 1 = 1
    and series.book_count > 0
  order by series.pk desc
  limit $2 offset $3
-- [0,50,0]

-- series by community_rating, descending
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select series.pk
  from (select series_pk as item_pk, average as value
  from average_ratings
  where series_pk is not null) as community_rating
  cross join series
  where series.pk = community_rating.item_pk
    and 1 = 1
    and series.book_count > 0
  order by community_rating.value desc, community_rating.item_pk desc
  limit $1 offset $2
-- [50,0]

select series.pk
  from series
  where not exists (select 1
  from (select series_pk as item_pk, average as value
  from average_ratings
  where series_pk is not null) as community_rating
  where series.pk = community_rating.item_pk)
    and 1 = 1
    and series.book_count > 0
  order by series.pk desc
  limit $1 offset $2
-- [50,0]

-- series by avg_rating, descending
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select series.pk
  from (select series_pk as item_pk, average as value
  from average_ratings
  where series_pk is not null) as community_rating
  cross join series
  where series.pk = community_rating.item_pk
    and 1 = 1
    and series.book_count > 0
  order by community_rating.value desc, community_rating.item_pk desc
  limit $1 offset $2
-- [50,0]

select series.pk
  from series
  where not exists (select 1
  from (select series_pk as item_pk, average as value
  from average_ratings
  where series_pk is not null) as community_rating
  where series.pk = community_rating.item_pk)
    and 1 = 1
    and series.book_count > 0
  order by series.pk desc
  limit $1 offset $2
-- [50,0]

-- series by external_rating, descending
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select series.pk
  from (select said.series_pk as item_pk, avg(said.rating) as value
  from external_ratings as said
  where said.series_pk is not null
    and not said.removed
    and (said.origin = 'person' or not exists (select 1
  from external_ratings as own
  where own.series_pk = said.series_pk and own.source = said.source and own.origin = 'person')) group by said.series_pk) as external_rating
  cross join series
  where series.pk = external_rating.item_pk
    and 1 = 1
    and series.book_count > 0
  order by external_rating.value desc, external_rating.item_pk desc
  limit $1 offset $2
-- [50,0]

select series.pk
  from series
  where not exists (select 1
  from (select said.series_pk as item_pk, avg(said.rating) as value
  from external_ratings as said
  where said.series_pk is not null
    and not said.removed
    and (said.origin = 'person' or not exists (select 1
  from external_ratings as own
  where own.series_pk = said.series_pk and own.source = said.source and own.origin = 'person')) group by said.series_pk) as external_rating
  where series.pk = external_rating.item_pk)
    and 1 = 1
    and series.book_count > 0
  order by series.pk desc
  limit $1 offset $2
-- [50,0]

-- series by relevance, descending
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
  order by series.sort_key asc, series.pk asc
  limit $1 offset $2
-- [50,0]

-- series by score, descending
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
  order by series.sort_key asc, series.pk asc
  limit $1 offset $2
-- [50,0]

-- series by name, descending
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
  order by series.sort_key desc, series.pk desc
  limit $1 offset $2
-- [50,0]

-- series by date_updated, descending
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
  order by series.updated_at desc, series.pk desc
  limit $1 offset $2
-- [50,0]

-- series by updated_at, descending
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
  order by series.updated_at desc, series.pk desc
  limit $1 offset $2
-- [50,0]

-- series by release_date, descending
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
  order by series.year desc nulls last, series.pk desc
  limit $1 offset $2
-- [50,0]

-- series by year, descending
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
  order by series.year desc nulls last, series.pk desc
  limit $1 offset $2
-- [50,0]

-- series by date_read, descending
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select series.pk
  from (select series_pk as item_pk, last_read_at as value
  from series_progress
  where user_pk = $1) as progress
  cross join series
  where series.pk = progress.item_pk
    and 1 = 1
    and series.book_count > 0
  order by progress.value desc, progress.item_pk desc
  limit $2 offset $3
-- [0,50,0]

select series.pk
  from series
  where not exists (select 1
  from (select series_pk as item_pk, last_read_at as value
  from series_progress
  where user_pk = $1) as progress
  where series.pk = progress.item_pk)
    and 1 = 1
    and series.book_count > 0
  order by series.pk desc
  limit $2 offset $3
-- [0,50,0]

-- series by book_count, descending
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
  order by series.book_count desc, series.pk desc
  limit $1 offset $2
-- [50,0]

-- series by two fields
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
  order by series.created_at desc, series.sort_key asc, series.pk asc
  limit $1 offset $2
-- [50,0]

-- series mixed
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
  order by ((((series.pk % 1000003 + 1) * 971176 * 1583 % 2147483647) % 65536) * 32749 + ((series.pk % 1000003 + 1) * 971176 * 1583 % 2147483647) / 65536) * 69621 % 2147483647 asc, series.pk asc
  limit $1 offset $2
-- [50,0]

-- series of a deep page
select cast(sum(series_count) as bigint) as total
  from libraries
  where 1 = 1 
-- []

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
  order by series.sort_key asc, series.pk asc
  limit $1 offset $2
-- [1,2000]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
  order by series.sort_key asc, series.pk asc
  limit $1 offset $2
-- [1,2000]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
  order by series.sort_key asc, series.pk asc
  limit $1 offset $2
-- [50,2000]

-- series where libraryId
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and series.library_pk in (select pk
  from libraries
  where id in ($1, $2))
-- ["00000000-0000-7000-8000-000000000001","00000000-0000-7000-8000-000000000002"]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and series.library_pk in (select pk
  from libraries
  where id in ($1, $2))
  order by series.sort_key asc, series.pk asc
  limit $3 offset $4
-- ["00000000-0000-7000-8000-000000000001","00000000-0000-7000-8000-000000000002",50,0]

-- series where title
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and coalesce(series.title_folded, lower(series.title)) like $1 escape '\'
-- ["%a\\_b\\%%"]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and coalesce(series.title_folded, lower(series.title)) like $1 escape '\'
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- series where titleSort
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and coalesce(case when series.title_sort is null then series.title_folded else series.title_sort_folded end, lower(coalesce(series.title_sort, series.title))) like $1 escape '\'
-- ["%a\\_b\\%%"]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and coalesce(case when series.title_sort is null then series.title_folded else series.title_sort_folded end, lower(coalesce(series.title_sort, series.title))) like $1 escape '\'
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- series where summary
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and coalesce(series.summary_folded, lower(series.summary)) like $1 escape '\'
-- ["%a\\_b\\%%"]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and coalesce(series.summary_folded, lower(series.summary)) like $1 escape '\'
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- series where path
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and coalesce(series.path_folded, lower(series.path)) like $1 escape '\'
-- ["%a\\_b\\%%"]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and coalesce(series.path_folded, lower(series.path)) like $1 escape '\'
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- series where genre
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'genre'
    and facets.name_key like $1 escape '\'))
-- ["%a\\_b\\%%"]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'genre'
    and facets.name_key like $1 escape '\'))
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- series where tag
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'tag'
    and facets.name_key like $1 escape '\'))
-- ["%a\\_b\\%%"]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'tag'
    and facets.name_key like $1 escape '\'))
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- series where author
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'author'
    and facets.name_key like $1 escape '\'))
-- ["%a\\_b\\%%"]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'author'
    and facets.name_key like $1 escape '\'))
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- series where character
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'character'
    and facets.name_key like $1 escape '\'))
-- ["%a\\_b\\%%"]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'character'
    and facets.name_key like $1 escape '\'))
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- series where team
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'team'
    and facets.name_key like $1 escape '\'))
-- ["%a\\_b\\%%"]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'team'
    and facets.name_key like $1 escape '\'))
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- series where location
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'location'
    and facets.name_key like $1 escape '\'))
-- ["%a\\_b\\%%"]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'location'
    and facets.name_key like $1 escape '\'))
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- series where storyArc
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'story_arc'
    and facets.name_key like $1 escape '\'))
-- ["%a\\_b\\%%"]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'story_arc'
    and facets.name_key like $1 escape '\'))
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- series where status
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and coalesce(null, lower(series.status)) like $1 escape '\'
-- ["%a\\_b\\%%"]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and coalesce(null, lower(series.status)) like $1 escape '\'
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- series where language
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'language'
    and facets.name_key like $1 escape '\'))
-- ["%a\\_b\\%%"]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'language'
    and facets.name_key like $1 escape '\'))
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- series where ageRating
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and (series.age >= $1)
-- [12]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and (series.age >= $1)
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- [12,50,0]

-- series where publisher
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'publisher'
    and facets.name_key like $1 escape '\'))
-- ["%a\\_b\\%%"]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'publisher'
    and facets.name_key like $1 escape '\'))
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- series where imprint
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'imprint'
    and facets.name_key like $1 escape '\'))
-- ["%a\\_b\\%%"]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'imprint'
    and facets.name_key like $1 escape '\'))
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- series where year
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and (series.year >= $1)
-- [12]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and (series.year >= $1)
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- [12,50,0]

-- series where sharingTag
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and (series.sharing_set_pk is not null
    and series.sharing_set_pk in (select set_pk
  from sharing_set_tags join sharing_tags on sharing_tags.pk = sharing_set_tags.tag_pk
  where sharing_tags.name_key like $1 escape '\'))
-- ["%a\\_b\\%%"]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and (series.sharing_set_pk is not null
    and series.sharing_set_pk in (select set_pk
  from sharing_set_tags join sharing_tags on sharing_tags.pk = sharing_set_tags.tag_pk
  where sharing_tags.name_key like $1 escape '\'))
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- ["%a\\_b\\%%",50,0]

-- series where bookCount
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and (series.book_count >= $1)
-- [12]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and (series.book_count >= $1)
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- [12,50,0]

-- series where dateAdded
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and (series.created_at > $1)
-- [1767225600000]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and (series.created_at > $1)
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- [1767225600000,50,0]

-- series where dateUpdated
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and (series.updated_at > $1)
-- [1767225600000]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and (series.updated_at > $1)
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- [1767225600000,50,0]

-- series where completion
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and series.book_count >= coalesce(series.total_volume_count, (select max(book_metadata.count)
  from books join book_metadata on book_metadata.book_pk = books.pk
  where books.series_pk = series.pk
    and not books.deleted))
-- []

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and series.book_count >= coalesce(series.total_volume_count, (select max(book_metadata.count)
  from books join book_metadata on book_metadata.book_pk = books.pk
  where books.series_pk = series.pk
    and not books.deleted))
  order by series.sort_key asc, series.pk asc
  limit $1 offset $2
-- [50,0]

-- series where readStatus
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk not in (select own.series_pk
  from series_progress as own join series as whole on whole.pk = own.series_pk
  where own.user_pk = $1
    and own.completed_count + own.in_progress_count > 0)
-- [0]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk not in (select own.series_pk
  from series_progress as own join series as whole on whole.pk = own.series_pk
  where own.user_pk = $1
    and own.completed_count + own.in_progress_count > 0)
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- [0,50,0]

-- series where userRating
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select scored.item_pk
  from (select series_pk as item_pk, rating as value
  from ratings
  where user_pk = $1 and series_pk is not null) as scored
  where (scored.value >= $2))
-- [0,12]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select scored.item_pk
  from (select series_pk as item_pk, rating as value
  from ratings
  where user_pk = $1 and series_pk is not null) as scored
  where (scored.value >= $2))
  order by series.sort_key asc, series.pk asc
  limit $3 offset $4
-- [0,12,50,0]

-- series where hasUserRating
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select scored.item_pk
  from (select series_pk as item_pk, rating as value
  from ratings
  where user_pk = $1 and series_pk is not null) as scored
  where 1 = 1)
-- [0]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select scored.item_pk
  from (select series_pk as item_pk, rating as value
  from ratings
  where user_pk = $1 and series_pk is not null) as scored
  where 1 = 1)
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- [0,50,0]

-- series where communityRating
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select scored.item_pk
  from (select series_pk as item_pk, average as value
  from average_ratings
  where series_pk is not null) as scored
  where (scored.value >= $1))
-- [12]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select scored.item_pk
  from (select series_pk as item_pk, average as value
  from average_ratings
  where series_pk is not null) as scored
  where (scored.value >= $1))
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- [12,50,0]

-- series where externalRating
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select scored.item_pk
  from (select said.series_pk as item_pk, avg(said.rating) as value
  from external_ratings as said
  where said.series_pk is not null
    and not said.removed
    and (said.origin = 'person' or not exists (select 1
  from external_ratings as own
  where own.series_pk = said.series_pk and own.source = said.source and own.origin = 'person')) group by said.series_pk) as scored
  where (scored.value >= $1))
-- [12]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk in (select scored.item_pk
  from (select said.series_pk as item_pk, avg(said.rating) as value
  from external_ratings as said
  where said.series_pk is not null
    and not said.removed
    and (said.origin = 'person' or not exists (select 1
  from external_ratings as own
  where own.series_pk = said.series_pk and own.source = said.source and own.origin = 'person')) group by said.series_pk) as scored
  where (scored.value >= $1))
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- [12,50,0]

-- series where hasExternalSourceId
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk not in (select scored.item_pk
  from (select said.series_pk as item_pk
  from external_ids as said
  where said.series_pk is not null
    and not said.removed
    and (said.origin = 'person' or not exists (select 1
  from external_ids as own
  where own.series_pk = said.series_pk and own.source = said.source and own.origin = 'person'))) as scored
  where 1 = 1)
-- []

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and series.pk not in (select scored.item_pk
  from (select said.series_pk as item_pk
  from external_ids as said
  where said.series_pk is not null
    and not said.removed
    and (said.origin = 'person' or not exists (select 1
  from external_ids as own
  where own.series_pk = said.series_pk and own.source = said.source and own.origin = 'person'))) as scored
  where 1 = 1)
  order by series.sort_key asc, series.pk asc
  limit $1 offset $2
-- [50,0]

-- series where a tree of conditions holds
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and (coalesce(series.title_folded, lower(series.title)) = $1 or ((series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'genre' and facets.name_key like $2 escape '\'))) is not true))
-- ["a","%a\\_b\\%%"]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and (coalesce(series.title_folded, lower(series.title)) = $1 or ((series.pk in (select series_facets.series_pk
  from series_facets
  where series_facets.facet_pk in (select coalesce(alias_of, pk)
  from facets
  where kind = 'genre' and facets.name_key like $2 escape '\'))) is not true))
  order by series.sort_key asc, series.pk asc
  limit $3 offset $4
-- ["a","%a\\_b\\%%",50,0]

-- series with words
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and array_to_tsvector(array_append(array_remove(string_to_array(series.search_text, ' '), ''), '§' || series.library_pk::text)) @@ cast($1 as tsquery)
-- ["('naruto':*) & ('12':*)"]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and array_to_tsvector(array_append(array_remove(string_to_array(series.search_text, ' '), ''), '§' || series.library_pk::text)) @@ cast($1 as tsquery)
    and (series.sort_key >= $2
    and series.sort_key < $3)
  order by series.sort_key asc, series.pk asc
  limit $4 offset $5
-- ["('naruto':*) & ('12':*)","naruto 0212","naruto 0212􏿿",50,0]

select series.pk
  from (select *
  from series
  order by pk desc
  limit $1) as series
  where ' ' || series.search_text || ' ' like all(cast($2 as text[]))
    and 1 = 1
    and series.book_count > 0
    and not (series.sort_key >= $3
    and series.sort_key < $4)
  order by series.pk desc
  limit $5 offset $6
-- [10000,"{\"% naruto%\",\"% 12%\"}","naruto 0212","naruto 0212􏿿",50,0]

select series.pk
  from series
  where array_to_tsvector(array_append(array_remove(string_to_array(series.search_text, ' '), ''), '§' || series.library_pk::text)) @@ cast($1 as tsquery)
    and 1 = 1
    and series.book_count > 0
    and not (series.sort_key >= $2
    and series.sort_key < $3)
  order by series.pk + 0 desc
  limit $4 offset $5
-- ["('naruto':*) & ('12':*)","naruto 0212","naruto 0212􏿿",50,0]

-- series with signs
select count(*) as total
  from series
  where 1 = 1
    and series.book_count > 0
    and coalesce(series.title_folded, lower(series.title)) like $1 escape '\'
-- ["%\\%\\_%"]

select series.pk
  from series
  where 1 = 1
    and series.book_count > 0
    and coalesce(series.title_folded, lower(series.title)) like $1 escape '\'
  order by series.sort_key asc, series.pk asc
  limit $2 offset $3
-- ["%\\%\\_%",50,0]

-- books of a series
select count(*) as total
  from books
  where 1 = 1
    and not books.deleted
    and books.series_pk = $1
-- [7]

select books.pk
  from books
  where 1 = 1
    and not books.deleted
    and books.series_pk = $1
  order by books.number asc nulls first, books.pk asc
  limit $2 offset $3
-- [7,50,0]

-- books that are hidden too
select count(*) as total
  from books
  where 1 = 1
    and books.merged_into_pk is null
-- []

select books.pk
  from books
  where 1 = 1
    and books.merged_into_pk is null
  order by books.sort_key asc, books.pk asc
  limit $1 offset $2
-- [50,0]

-- series that are begun
select count(*) as total
  from series_progress
  cross join series
  where series.pk = series_progress.series_pk
    and series_progress.user_pk = $1
    and 1 = 1
    and series.book_count > 0
    and series_progress.completed_count + series_progress.in_progress_count > 0
    and series_progress.completed_count < series.book_count
-- [0]

select series.pk
  from series_progress
  cross join series
  where series.pk = series_progress.series_pk
    and series_progress.user_pk = $1
    and 1 = 1
    and series.book_count > 0
    and series_progress.completed_count + series_progress.in_progress_count > 0
    and series_progress.completed_count < series.book_count
  order by series_progress.last_read_at desc, series_progress.series_pk desc, series.pk desc
  limit $2 offset $3
-- [0,50,0]
