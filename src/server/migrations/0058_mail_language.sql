-- An account without a chosen language follows the browser. Accounts that stand keep theirs: nothing says whether it was chosen.
alter table users alter column language drop not null, alter column language drop default;

-- Mails have no browser to follow: they speak the language of the country of whom they go to.
create function language_of_country(country text) returns text language sql immutable as
$$ select case when country in ('CN', 'HK', 'MO', 'TW') then 'zh' else 'en' end $$;

create function mail_language(account users) returns text language sql stable as
$$ select coalesce(account.language, language_of_country((select country from suppliers where id = account.supplier_id))) $$;
