-- Sign-up took any name and any address of a picture. This brings stored names under the rule of domain/contract.ts
-- (personName): spaces for controls, no hidden characters, at most 160. A name with nothing left becomes the e-mail.
-- SQLite reads a text up to its first NUL, so a name ends there.
UPDATE user SET image = NULL WHERE image IS NOT NULL;
--> statement-breakpoint
CREATE TABLE names_cleaned AS
WITH RECURSIVE
  spaces(low, high) AS (VALUES (1, 32), (127, 160), (5760, 5760), (8192, 8202), (8232, 8233), (8239, 8239), (8287, 8287),
    (10240, 10240), (12288, 12288)),
  hidden(low, high) AS (VALUES (173, 173), (847, 847), (1536, 1541), (1564, 1564), (1757, 1757), (1807, 1807),
    (2192, 2193), (2274, 2274), (4447, 4448), (6068, 6069), (6155, 6159), (8203, 8207), (8234, 8238), (8288, 8303),
    (12644, 12644), (65024, 65039), (65279, 65279), (65440, 65440), (65520, 65531), (69821, 69821), (69837, 69837),
    (78896, 78911), (113824, 113827), (119155, 119162), (917504, 921599)),
  stored(source, id, name) AS (
    SELECT 'user', id, name FROM user UNION ALL SELECT 'profiles', id, full_name FROM profiles
  ),
  reading(source, id, name, at, letter, cleaned) AS (
    SELECT source, id, name, 1, substr(name, 1, 1), '' FROM stored
    UNION ALL
    SELECT source, id, name, at + 1, substr(name, at + 1, 1), cleaned || CASE
      WHEN EXISTS (SELECT 1 FROM spaces WHERE unicode(letter) BETWEEN low AND high) THEN ' '
      WHEN EXISTS (SELECT 1 FROM hidden WHERE unicode(letter) BETWEEN low AND high) THEN ''
      ELSE letter END
    FROM reading WHERE letter <> '' AND at <= 400
  )
SELECT source, id, trim(substr(trim(cleaned), 1, 160)) AS name FROM reading WHERE letter = '' OR at > 400;
--> statement-breakpoint
UPDATE user SET name = ifnull(nullif(cleaned.name, ''), substr(user.email, 1, 160))
FROM names_cleaned AS cleaned
WHERE cleaned.source = 'user' AND cleaned.id = user.id AND cleaned.name <> user.name;
--> statement-breakpoint
UPDATE profiles SET full_name = ifnull(nullif(cleaned.name, ''), substr(user.email, 1, 160))
FROM names_cleaned AS cleaned, user
WHERE cleaned.source = 'profiles' AND cleaned.id = profiles.id AND user.id = profiles.id AND cleaned.name <> profiles.full_name;
--> statement-breakpoint
DROP TABLE names_cleaned;
