INSERT INTO list_counts (doctor_id, patients, archived, consultations)
SELECT doctor_id, sum(patient), sum(archived), sum(visit) FROM (
  SELECT doctor_id, archived_at IS NULL AS patient, archived_at IS NOT NULL AS archived, 0 AS visit FROM medical_patients
  UNION ALL SELECT doctor_id, 0, 0, 1 FROM consultations WHERE status = 'completed'
) GROUP BY doctor_id;
--> statement-breakpoint
CREATE TRIGGER patient_counted AFTER INSERT ON medical_patients BEGIN
  INSERT INTO list_counts (doctor_id, patients, archived, consultations) SELECT NEW.doctor_id, 0, 0, 0
  WHERE NOT EXISTS (SELECT 1 FROM list_counts WHERE doctor_id = NEW.doctor_id);
  UPDATE list_counts SET patients = patients + (NEW.archived_at IS NULL), archived = archived + (NEW.archived_at IS NOT NULL)
  WHERE doctor_id = NEW.doctor_id;
END;
--> statement-breakpoint
CREATE TRIGGER patient_counted_anew AFTER UPDATE OF archived_at ON medical_patients
WHEN (NEW.archived_at IS NULL) <> (OLD.archived_at IS NULL) BEGIN
  UPDATE list_counts SET patients = patients + (NEW.archived_at IS NULL) - (OLD.archived_at IS NULL),
    archived = archived + (NEW.archived_at IS NOT NULL) - (OLD.archived_at IS NOT NULL)
  WHERE doctor_id = NEW.doctor_id;
END;
--> statement-breakpoint
CREATE TRIGGER patient_no_longer_counted AFTER DELETE ON medical_patients BEGIN
  UPDATE list_counts SET patients = patients - (OLD.archived_at IS NULL), archived = archived - (OLD.archived_at IS NOT NULL)
  WHERE doctor_id = OLD.doctor_id;
  DELETE FROM list_counts WHERE doctor_id = OLD.doctor_id AND patients = 0 AND archived = 0 AND consultations = 0;
END;
--> statement-breakpoint
CREATE TRIGGER visit_counted AFTER INSERT ON consultations WHEN NEW.status = 'completed' BEGIN
  INSERT INTO list_counts (doctor_id, patients, archived, consultations) SELECT NEW.doctor_id, 0, 0, 0
  WHERE NOT EXISTS (SELECT 1 FROM list_counts WHERE doctor_id = NEW.doctor_id);
  UPDATE list_counts SET consultations = consultations + 1 WHERE doctor_id = NEW.doctor_id;
END;
--> statement-breakpoint
CREATE TRIGGER visit_counted_anew AFTER UPDATE OF status ON consultations WHEN NEW.status <> OLD.status BEGIN
  UPDATE list_counts SET consultations = consultations + (NEW.status = 'completed') - (OLD.status = 'completed')
  WHERE doctor_id = NEW.doctor_id;
END;
--> statement-breakpoint
CREATE TRIGGER visit_no_longer_counted AFTER DELETE ON consultations WHEN OLD.status = 'completed' BEGIN
  UPDATE list_counts SET consultations = consultations - 1 WHERE doctor_id = OLD.doctor_id;
  DELETE FROM list_counts WHERE doctor_id = OLD.doctor_id AND patients = 0 AND archived = 0 AND consultations = 0;
END;
--> statement-breakpoint
-- Every three characters of what is searched, each with whose it is before it (db/queries/grams.ts).
CREATE VIEW searched_patients AS SELECT rowid AS place, (
  WITH RECURSIVE part(rest) AS (SELECT ' ' || nome_busca || '  ' UNION ALL SELECT substr(rest, 2) FROM part WHERE substr(rest, 4, 1) <> '')
  SELECT group_concat(replace(doctor_id, '-', '') || (archived_at IS NOT NULL) || hex(substr(rest, 1, 3)), ' ') FROM part
) AS grams FROM medical_patients;
--> statement-breakpoint
CREATE VIRTUAL TABLE patient_grams USING fts5(grams, content='searched_patients', content_rowid='place', columnsize=0, tokenize='ascii');
--> statement-breakpoint
-- What is taken out leaves nothing of itself in the index.
INSERT INTO patient_grams (patient_grams, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO patient_grams (patient_grams) VALUES ('rebuild');
--> statement-breakpoint
-- Each word behind the first, with what stands after it, cut to each length that is looked for (db/queries/find-patients.ts).
CREATE VIEW named_patients AS SELECT one.id AS patient_id, one.doctor_id AS doctor_id, one.archived_at IS NOT NULL AS archived,
  substr(rest.value, 1, size.column1) AS beginning, one.nome_busca AS name
FROM medical_patients AS one, json_each((
  WITH RECURSIVE word(start) AS (
    SELECT instr(one.nome_busca, ' ') + 1 WHERE instr(one.nome_busca, ' ') > 0
    UNION ALL SELECT start + instr(substr(one.nome_busca, start), ' ') FROM word WHERE instr(substr(one.nome_busca, start), ' ') > 0
  ) SELECT json_group_array(substr(one.nome_busca, start)) FROM word
)) AS rest, (VALUES (1), (2), (3), (4), (5), (6), (7), (8)) AS size
WHERE size.column1 <= length(rest.value);
--> statement-breakpoint
INSERT INTO patient_beginnings (doctor_id, archived, beginning, name, patient_id)
SELECT DISTINCT doctor_id, archived, beginning, name, patient_id FROM named_patients;
--> statement-breakpoint
CREATE TRIGGER patient_found AFTER INSERT ON medical_patients BEGIN
  INSERT INTO patient_grams (rowid, grams) SELECT place, grams FROM searched_patients WHERE place = NEW.rowid;
  INSERT INTO patient_beginnings (doctor_id, archived, beginning, name, patient_id)
    SELECT DISTINCT doctor_id, archived, beginning, name, patient_id FROM named_patients WHERE patient_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER patient_found_no_more BEFORE UPDATE OF nome_busca, archived_at ON medical_patients BEGIN
  INSERT INTO patient_grams (patient_grams, rowid, grams) SELECT 'delete', place, grams FROM searched_patients WHERE place = OLD.rowid;
  DELETE FROM patient_beginnings WHERE doctor_id = OLD.doctor_id AND archived = (OLD.archived_at IS NOT NULL)
    AND beginning IN (SELECT beginning FROM named_patients WHERE patient_id = OLD.id) AND name = OLD.nome_busca AND patient_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER patient_found_anew AFTER UPDATE OF nome_busca, archived_at ON medical_patients BEGIN
  INSERT INTO patient_grams (rowid, grams) SELECT place, grams FROM searched_patients WHERE place = NEW.rowid;
  INSERT INTO patient_beginnings (doctor_id, archived, beginning, name, patient_id)
    SELECT DISTINCT doctor_id, archived, beginning, name, patient_id FROM named_patients WHERE patient_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER patient_not_found BEFORE DELETE ON medical_patients BEGIN
  INSERT INTO patient_grams (patient_grams, rowid, grams) SELECT 'delete', place, grams FROM searched_patients WHERE place = OLD.rowid;
  DELETE FROM patient_beginnings WHERE doctor_id = OLD.doctor_id AND archived = (OLD.archived_at IS NOT NULL)
    AND beginning IN (SELECT beginning FROM named_patients WHERE patient_id = OLD.id) AND name = OLD.nome_busca AND patient_id = OLD.id;
END;
--> statement-breakpoint
-- In the index they lie by their end and by the first five digits of their id: the order of the history.
CREATE VIEW searched_visits AS SELECT id, (ifnull(end_time, 0) << 20) | (instr('123456789abcdef', substr(id, 1, 1)) << 16)
  | (instr('123456789abcdef', substr(id, 2, 1)) << 12) | (instr('123456789abcdef', substr(id, 3, 1)) << 8)
  | (instr('123456789abcdef', substr(id, 4, 1)) << 4) | instr('123456789abcdef', substr(id, 5, 1)) AS place, (
  WITH RECURSIVE part(rest) AS (SELECT ' ' || search_text || '  ' UNION ALL SELECT substr(rest, 2) FROM part WHERE substr(rest, 4, 1) <> '')
  SELECT group_concat(replace(doctor_id, '-', '') || hex(substr(rest, 1, 3)), ' ') FROM part
) AS grams FROM consultations WHERE status = 'completed';
--> statement-breakpoint
CREATE VIRTUAL TABLE visit_grams USING fts5(grams, content='searched_visits', content_rowid='place', columnsize=0, tokenize='ascii');
--> statement-breakpoint
INSERT INTO visit_grams (visit_grams, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO visit_grams (visit_grams) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER visit_found AFTER INSERT ON consultations WHEN NEW.status = 'completed' BEGIN
  INSERT INTO visit_grams (rowid, grams) SELECT place, grams FROM searched_visits WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER visit_found_no_more BEFORE UPDATE OF search_text, status, end_time ON consultations WHEN OLD.status = 'completed' BEGIN
  INSERT INTO visit_grams (visit_grams, rowid, grams) SELECT 'delete', place, grams FROM searched_visits WHERE id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER visit_found_anew AFTER UPDATE OF search_text, status, end_time ON consultations WHEN NEW.status = 'completed' BEGIN
  INSERT INTO visit_grams (rowid, grams) SELECT place, grams FROM searched_visits WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER visit_not_found BEFORE DELETE ON consultations WHEN OLD.status = 'completed' BEGIN
  INSERT INTO visit_grams (visit_grams, rowid, grams) SELECT 'delete', place, grams FROM searched_visits WHERE id = OLD.id;
END;
