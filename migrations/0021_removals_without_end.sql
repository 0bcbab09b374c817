-- A consultation that has no end of its own is as old as its start.
DROP VIEW lawful_removals;
--> statement-breakpoint
CREATE VIEW lawful_removals AS
SELECT visit.id AS consultation_id, gone.before FROM record_removals gone
JOIN consultations visit ON visit.patient_id = gone.patient_id AND visit.doctor_id = gone.doctor_id
WHERE visit.status = 'completed' AND ifnull(visit.end_time, visit.start_time) < gone.before;
