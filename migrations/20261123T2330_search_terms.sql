-- What was searched in the store and not found, or only found by a similar spelling (domain/search-terms). No person: only the
-- words, and how often in a week.
create table search_terms (
  id integer primary key,
  -- The week's Monday in India, e.g. 2026-11-23.
  week text not null check (length(week) = 10),
  -- Folded as the search compares words, joined by spaces.
  term text not null check (length(term) between 1 and 80),
  missed integer not null check (missed >= 0),
  forgiven integer not null check (forgiven >= 0),
  unique (week, term)
) strict;

-- Words and phrases that mean the same to the search.
create table search_synonyms (
  id integer primary key,
  created_at text not null,
  updated_at text not null
) strict;
create table search_synonym_phrases (
  synonym_id integer not null references search_synonyms (id) on delete cascade,
  position integer not null check (position >= 0),
  -- As staff typed it.
  phrase text not null check (length(phrase) between 1 and 60),
  -- Folded as the search compares words, joined by spaces. A phrase is in one synonym only.
  phrase_key text not null unique check (length(phrase_key) >= 1),
  primary key (synonym_id, position)
) strict, without rowid;
create trigger search_synonym_phrases_change_i after insert on search_synonym_phrases begin update catalogue_version set version = version + 1; end;
create trigger search_synonym_phrases_change_u after update on search_synonym_phrases begin update catalogue_version set version = version + 1; end;
create trigger search_synonym_phrases_change_d after delete on search_synonym_phrases begin update catalogue_version set version = version + 1; end;
