-- A backup that ran died with its process, and is made anew.
INSERT INTO tasks (id, kind, subject, owner_id, origin, input, total, href)
SELECT gen_random_uuid(), 'backup', b.id::text, u.id,
  jsonb_build_object('account', CASE WHEN b.kind = 'scheduled' THEN '' ELSE coalesce(u.account, '?') END,
    'requestId', b.id, 'address', '', 'userAgent', ''),
  jsonb_build_object('id', b.id), 100, '/system/system-manage/base-config-config?tab=backups'
FROM backups b LEFT JOIN users u ON u.id = b.author_id WHERE b.status = 'running';
--> statement-breakpoint
ALTER TABLE "backups" DROP COLUMN "progress";
