-- The ledger knows which conversation a logged call belongs to.
UPDATE request_logs log SET session_id = ledger.session_id
  FROM usage_ledger ledger WHERE ledger.id = log.id AND ledger.day = log.day AND ledger.session_id IS NOT NULL;
--> statement-breakpoint
-- Words whose conversation is unknown, gone or temporary, and replays, which hold the words of somebody else, are kept no
-- longer: nothing could say whose policy opens them.
UPDATE request_logs log SET content_cipher = NULL
  WHERE log.content_cipher IS NOT NULL
    AND CASE WHEN log.session_id IS NULL THEN log.app NOT IN ('open-api', 'model-test')
      ELSE NOT EXISTS (SELECT 1 FROM chat_sessions s WHERE s.id = log.session_id AND NOT s.is_temporary) END;
