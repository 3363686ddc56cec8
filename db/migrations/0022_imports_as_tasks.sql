-- What an earlier version had under way goes on as a task.
INSERT INTO tasks (id, kind, subject, owner_id, origin, input, total, title_args, href)
SELECT gen_random_uuid(), CASE i.status WHEN 'checking' THEN 'importCheck' ELSE 'importRun' END, i.id::text, u.id,
  coalesce(i.options->'request', jsonb_build_object('requestId', i.id, 'address', '', 'userAgent', ''))
    || jsonb_build_object('account', u.account),
  jsonb_build_object('id', i.id), i.total, jsonb_build_object('file', i.file_name),
  '/system/user-manage/' || CASE i.kind WHEN 'users' THEN 'user-manage' ELSE 'dept-manage' END || '?import=1'
FROM import_runs i JOIN users u ON u.id = i.owner_id WHERE i.status IN ('checking', 'running');
--> statement-breakpoint
UPDATE import_runs SET options = options - 'request' - 'starts';
--> statement-breakpoint
ALTER TABLE "import_runs" DROP COLUMN "done";
