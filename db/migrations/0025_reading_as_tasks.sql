ALTER TABLE "tasks" ADD COLUMN "is_quick" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- What somebody cancelled, and nobody came to end.
UPDATE parsed_versions SET failure = 'documentCancelled', finished_at = now(),
  status = CASE status WHEN 'segmenting' THEN 'split_failed' WHEN 'building' THEN 'build_failed' ELSE 'parse_failed' END
WHERE cancel_requested_at IS NOT NULL AND status IN ('uploaded', 'parsing', 'segmenting', 'building');
--> statement-breakpoint
-- What an earlier version had under way, or had failed to read, goes on as a task from the stage it was in.
INSERT INTO tasks (id, kind, subject, owner_id, origin, status, input, step, done, total, is_quick, title_args, href, failure, created_at, finished_at)
SELECT gen_random_uuid(), 'reading', p.version_id::text, u.id,
  jsonb_build_object('account', u.account, 'requestId', p.version_id, 'address', '', 'userAgent', ''),
  CASE WHEN p.status LIKE '%_failed' THEN 'failed' ELSE 'waiting' END,
  jsonb_build_object('versionId', p.version_id, 'owner', 'reading', 'app', f.purpose,
    'segmentation', jsonb_build_object('mode', 'single', 'maxTokens', 320, 'overlap', 40)),
  CASE p.status WHEN 'uploaded' THEN NULL WHEN 'segmenting' THEN 'segment' WHEN 'split_failed' THEN 'segment'
    WHEN 'building' THEN 'embed' WHEN 'build_failed' THEN 'embed' ELSE 'read' END,
  p.progress, 100, v.size <= 262144, jsonb_build_object('name', f.name),
  '/personal/document/document-analysis?doc=' || d.id, p.failure, p.created_at, p.finished_at
FROM parsed_versions p JOIN file_versions v ON v.id = p.version_id JOIN files f ON f.id = v.file_id
  JOIN users u ON u.id = f.owner_id LEFT JOIN documents d ON d.file_id = f.id
WHERE p.status <> 'ready';
--> statement-breakpoint
DROP INDEX "parsed_versions_status_idx";--> statement-breakpoint
ALTER TABLE "parsed_versions" ALTER COLUMN "status" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "parsed_versions" ALTER COLUMN "status" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "parsed_versions_status_idx" ON "parsed_versions" USING btree ("status");--> statement-breakpoint
ALTER TABLE "parsed_versions" DROP COLUMN "attempts";--> statement-breakpoint
ALTER TABLE "parsed_versions" DROP COLUMN "progress";--> statement-breakpoint
ALTER TABLE "parsed_versions" DROP COLUMN "lease_until";--> statement-breakpoint
ALTER TABLE "parsed_versions" DROP COLUMN "lease_id";--> statement-breakpoint
ALTER TABLE "parsed_versions" DROP COLUMN "cancel_requested_at";
