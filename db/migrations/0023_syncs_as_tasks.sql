-- What an earlier version had under way goes on as a task; one of the schedule belongs to nobody.
INSERT INTO tasks (id, kind, subject, owner_id, origin, input, done, total, title_args, href)
SELECT gen_random_uuid(), CASE r.status WHEN 'reading' THEN 'syncRead' ELSE 'syncApply' END, r.id::text, u.id,
  jsonb_build_object('account', CASE WHEN r.trigger = 'schedule' AND u.id IS NULL THEN '' ELSE coalesce(u.account, '?') END,
    'requestId', r.id, 'address', '', 'userAgent', ''),
  jsonb_build_object('id', r.id), r.done, r.total,
  jsonb_build_object('name', CASE WHEN c.name_zh = c.name_en THEN c.name_en ELSE c.name_zh || ' / ' || c.name_en END),
  '/system/system-manage/login-channel?open=edit%3A' || c.id
FROM sync_runs r JOIN login_channels c ON c.id = r.channel_id LEFT JOIN users u ON u.id = r.actor_id
WHERE r.status IN ('reading', 'applying');
--> statement-breakpoint
UPDATE sync_runs SET summary = summary - 'starts';
--> statement-breakpoint
ALTER TABLE "sync_runs" DROP COLUMN "cancel_requested";
