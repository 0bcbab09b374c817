-- Rows that are not in the form of `searchKey` (domain/text.ts): the minute's job repairs them (db/queries/search-keys.ts).
CREATE INDEX `patients_to_key` ON `medical_patients` (`id`) WHERE nome_busca GLOB '*[´`ʹ-ʼ′‐-‛−－＇]*';
--> statement-breakpoint
CREATE INDEX `consultations_to_key` ON `consultations` (`id`) WHERE search_text GLOB '*[´`ʹ-ʼ′‐-‛−－＇]*';
--> statement-breakpoint
DROP VIEW noted_visits;
--> statement-breakpoint
-- As in 0030; these signs divide words too.
CREATE VIEW noted_visits AS
SELECT r.consultation_id AS id, r.doctor_id AS doctor_id, substr(ifnull(
    (SELECT replace(replace(trim(s.content), char(13), ''), char(10), ' ') FROM record_sections s
      WHERE s.record_id = r.id AND s.canonical IN ('queixa_principal', 'hda') AND trim(s.content) <> ''
      ORDER BY s.canonical = 'queixa_principal' DESC, s.position LIMIT 1), ''), 1, 200) AS complaint, substr(coalesce(
    (SELECT group_concat(ifnull(d.value ->> 'text', '') || ifnull(' (' || (d.value ->> 'code') || ')', ''), '; ') FROM json_each(r.diagnoses) d),
    (SELECT replace(replace(trim(s.content), char(13), ''), char(10), ' ') FROM record_sections s
      WHERE s.record_id = r.id AND s.canonical = 'hipotese' AND trim(s.content) <> '' ORDER BY s.position LIMIT 1), ''), 1, 200) AS hypothesis, ifnull((
  WITH lettered AS MATERIALIZED (
    SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(said), 'á', 'a'), 'à', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'Å', 'a'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e'), 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'í', 'i'), 'ì', 'i'), 'î', 'i'), 'ï', 'i'), 'Í', 'i'), 'Ì', 'i'), 'Î', 'i'), 'Ï', 'i'), 'ó', 'o'), 'ò', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'Ó', 'o'), 'Ò', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'Ú', 'u'), 'Ù', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ç', 'c'), 'Ç', 'c'), 'ñ', 'n'), 'Ñ', 'n') AS even FROM (SELECT substr(ifnull((
    SELECT group_concat(s.content, ' ') FROM record_sections s WHERE s.record_id = r.id), '') || ' ' || ifnull((
    SELECT group_concat(ifnull(replace(d.value ->> 'code', '.', ''), '') || ' ' || ifnull(d.value ->> 'text', ''), ' ') FROM json_each(r.diagnoses) d), '') || ' ' ||
    ifnull(r.unified_text, '') || ' ' || ifnull((
    SELECT group_concat(a.text, ' ') FROM record_addenda a WHERE a.record_id = r.id), ''), 1, 60000) AS said)
  ), spaced AS MATERIALIZED (
    SELECT '["' || replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(even, '‘', ' '), '’', ' '), '‛', ' '), 'ʻ', ' '), 'ʼ', ' '), 'ʹ', ' '), '´', ' '), '′', ' '), '＇', ' '), '‐', ' '), '‑', ' '), '‒', ' '), '―', ' '), '−', ' '), '－', ' '), '.', ' '), ',', ' '), ';', ' '), ':', ' '), '(', ' '), ')', ' '), '[', ' '), ']', ' '), '{', ' '), '}', ' '), '/', ' '), '-', ' '), '+', ' '), '=', ' '), '%', ' '), '!', ' '), '?', ' '), '*', ' '), '#', ' '), '&', ' '), '<', ' '), '>', ' '), '|', ' '), '_', ' '), '–', ' '), '—', ' '), '…', ' '), '•', ' '), '“', ' '), '”', ' '), 'º', ' '), '°', ' '), 'ª', ' '), '''', ' '), '"', ' '), '\', ' '), '$', ' '), '@', ' '), '^', ' '), '~', ' '), '`', ' '), char(9), ' '), char(10), ' '), char(13), ' '), char(160), ' '), ' ', '","') || '"]' AS list FROM lettered
  )
  SELECT replace(group_concat(DISTINCT word.value), ',', ' ')
  FROM spaced, json_each(iif(json_valid(list), list, '[]')) AS word WHERE word.value <> ''), '') AS words
FROM records r;
--> statement-breakpoint
UPDATE consultations SET note_words = (
  SELECT words FROM noted_visits n WHERE n.id = consultations.id AND n.doctor_id = consultations.doctor_id)
WHERE note_words GLOB '*[´`ʹ-ʼ′‐-‛−－＇]*';
