// Made by `npm run generate` from every exported `Owned` in lib; never edited by hand.
import "server-only";
import { AUTH_OWNED } from "@/lib/auth/owned";
import { COLLECTED_OWNED } from "@/lib/collected/owned";
import { CONVERSATIONS_OWNED } from "@/lib/conversation/owned";
import { APPS_OWNED } from "@/lib/features/apps/owned";
import { BACKUPS_OWNED } from "@/lib/features/backups/owned";
import { CHAT_OWNED } from "@/lib/features/chat/owned";
import { CONFIGURATION_OWNED } from "@/lib/features/configuration/owned";
import { DIRECTORY_SYNC_OWNED } from "@/lib/features/directory-sync/owned";
import { DOCUMENTS_OWNED } from "@/lib/features/documents/owned";
import { DRAWING_OWNED } from "@/lib/features/drawing/owned";
import { KNOWLEDGE_OPERATIONS_OWNED } from "@/lib/features/knowledge-operations/owned";
import { KNOWLEDGE_OWNED } from "@/lib/features/knowledge/owned";
import { LICENCE_OWNED } from "@/lib/features/licence/owned";
import { NOTIFICATIONS_OWNED } from "@/lib/features/notifications/owned";
import { OPEN_API_OWNED } from "@/lib/features/open-api/owned";
import { ORGANISATION_OWNED } from "@/lib/features/organisation/owned";
import { PERSONAL_OWNED } from "@/lib/features/personal/owned";
import { PROMPTS_OWNED } from "@/lib/features/prompts/owned";
import { RECORDS_OWNED } from "@/lib/features/records/owned";
import { REPORTS_OWNED } from "@/lib/features/reports/owned";
import { REVIEW_OWNED } from "@/lib/features/review/owned";
import { SCIM_OWNED } from "@/lib/features/scim/owned";
import { SEARCH_SETTINGS_OWNED } from "@/lib/features/search/owned";
import { SEARCH_SOURCES_OWNED } from "@/lib/features/search/sources/owned";
import { TERMS_OWNED } from "@/lib/features/terms/owned";
import { TOOLS_OWNED } from "@/lib/features/tools/owned";
import { FILES_OWNED } from "@/lib/files/owned";
import { MODELS_OWNED } from "@/lib/models/owned";
import { OPERATION_LOG_OWNED } from "@/lib/operation-log/owned";
import { RETRIEVAL_OWNED } from "@/lib/retrieval/owned";
import { TASKS_OWNED } from "@/lib/tasks/owned";
import { SEARCH_CALLS_OWNED } from "@/lib/web/providers/owned";

export const OWNED = [
  AUTH_OWNED,
  COLLECTED_OWNED,
  CONVERSATIONS_OWNED,
  APPS_OWNED,
  BACKUPS_OWNED,
  CHAT_OWNED,
  CONFIGURATION_OWNED,
  DIRECTORY_SYNC_OWNED,
  DOCUMENTS_OWNED,
  DRAWING_OWNED,
  KNOWLEDGE_OPERATIONS_OWNED,
  KNOWLEDGE_OWNED,
  LICENCE_OWNED,
  NOTIFICATIONS_OWNED,
  OPEN_API_OWNED,
  ORGANISATION_OWNED,
  PERSONAL_OWNED,
  PROMPTS_OWNED,
  RECORDS_OWNED,
  REPORTS_OWNED,
  REVIEW_OWNED,
  SCIM_OWNED,
  SEARCH_SETTINGS_OWNED,
  SEARCH_SOURCES_OWNED,
  TERMS_OWNED,
  TOOLS_OWNED,
  FILES_OWNED,
  MODELS_OWNED,
  OPERATION_LOG_OWNED,
  RETRIEVAL_OWNED,
  TASKS_OWNED,
  SEARCH_CALLS_OWNED,
];
