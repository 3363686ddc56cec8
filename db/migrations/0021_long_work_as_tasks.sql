-- What earlier versions had under way goes on as a task, and what was last done keeps its result.
INSERT INTO tasks (id, kind, subject, owner_id, origin, status, input, state, step, done, total, title_args, href, created_at, updated_at, finished_at)
SELECT p.id, 'pricing', p.channel_id::text, p.owner_id, p.request || jsonb_build_object('account', p.owner_account),
  CASE p.status WHEN 'running' THEN 'waiting' ELSE p.status END,
  jsonb_build_object('channelId', p.channel_id, 'from', p.from_day, 'until', p.until_day),
  jsonb_build_object('priced', p.priced, 'amountMicros', p.amount_micros, 'after',
    CASE WHEN p.cursor_id IS NOT NULL THEN jsonb_build_object('day', p.cursor_day, 'id', p.cursor_id) END),
  'price', p.checked, p.total, jsonb_build_object('model', m.name),
  '/system/gateway/model-supplier?tab=prices&open=' || p.channel_id, p.created_at, p.updated_at, p.finished_at
FROM pricing_runs p JOIN channels c ON c.id = p.channel_id JOIN models m ON m.id = c.model_id;
--> statement-breakpoint
INSERT INTO tasks (id, kind, subject, owner_id, origin, status, input, state, step, title_args, href, failure, created_at, updated_at, finished_at)
SELECT o.id, 'overview', o.version_id || ' ' || o.locale, u.id,
  jsonb_build_object('account', u.account, 'requestId', o.id, 'address', '', 'userAgent', ''),
  CASE o.status WHEN 'running' THEN 'waiting' ELSE o.status END,
  jsonb_build_object('documentId', o.document_id, 'versionId', o.version_id, 'locale', o.locale),
  jsonb_build_object('notes', coalesce(o.content->'notes', '[]'::jsonb), 'modelName', o.model_name),
  'write', jsonb_build_object('name', f.name), '/personal/document/document-analysis?doc=' || d.id, o.failure,
  o.created_at, o.updated_at, CASE WHEN o.status IN ('failed', 'cancelled') THEN o.updated_at END
FROM document_overviews o JOIN documents d ON d.id = o.document_id JOIN files f ON f.id = d.file_id
  JOIN users u ON u.id = d.user_id
WHERE o.status <> 'done';
--> statement-breakpoint
DELETE FROM document_overviews WHERE status <> 'done';
--> statement-breakpoint
INSERT INTO tasks (id, kind, subject, owner_id, origin, input, title_args, href)
SELECT gen_random_uuid(), 'column', c.id::text, u.id,
  jsonb_build_object('account', u.account, 'requestId', c.id, 'address', '', 'userAgent', ''),
  jsonb_build_object('columnId', c.id), jsonb_build_object('question', c.question),
  '/personal/document/comminicate?id=' || c.session_id
FROM document_columns c JOIN users u ON u.id = c.user_id
WHERE EXISTS (SELECT 1 FROM document_cells e WHERE e.column_id = c.id AND e.status IN ('waiting', 'running'));
--> statement-breakpoint
INSERT INTO tasks (id, kind, subject, owner_id, origin, status, state, step, done, total, href, failure, created_at, finished_at)
SELECT (v.value->>'id')::uuid, 'logVerification', 'chain', u.id,
  jsonb_build_object('account', v.value->>'ownerName', 'requestId', v.value->>'id', 'address', '', 'userAgent', ''),
  CASE v.value->>'status' WHEN 'running' THEN 'failed' ELSE v.value->>'status' END,
  jsonb_build_object('checked', v.value->'checked', 'from', v.value->'from', 'until', v.value->'until', 'flaw', v.value->'flaw'),
  'verify', 0, 0, '/system/log-manage/operation-log?open=chain',
  CASE WHEN v.value->>'status' IN ('running', 'failed') THEN 'interrupted' END,
  (v.value->>'startedAt')::timestamptz, coalesce((v.value->>'finishedAt')::timestamptz, now())
FROM system_config v LEFT JOIN users u ON u.id = (v.value->>'ownerId')::uuid WHERE v.type = 'logVerification';
--> statement-breakpoint
DELETE FROM system_config WHERE type = 'logVerification';
--> statement-breakpoint
DROP TABLE "pricing_runs";--> statement-breakpoint
DROP INDEX "document_cells_status_idx";--> statement-breakpoint
DROP INDEX "document_overviews_status_idx";--> statement-breakpoint
ALTER TABLE "document_cells" DROP COLUMN "lease_until";--> statement-breakpoint
ALTER TABLE "document_cells" DROP COLUMN "lease_id";--> statement-breakpoint
ALTER TABLE "document_overviews" DROP COLUMN "status";--> statement-breakpoint
ALTER TABLE "document_overviews" DROP COLUMN "failure";--> statement-breakpoint
ALTER TABLE "document_overviews" DROP COLUMN "progress";--> statement-breakpoint
ALTER TABLE "document_overviews" DROP COLUMN "lease_until";--> statement-breakpoint
ALTER TABLE "document_overviews" DROP COLUMN "lease_id";