import type { ApiEntry } from "@/lib/http/openapi";
import { ACCOUNT_ENTRIES } from "./entries-account";
import { CHAT_ENTRIES } from "./entries-chat";
import { CONFIGURATION_ENTRIES } from "./entries-configuration";
import { CONSOLE_ENTRIES } from "./entries-console";
import { DOCUMENTS_ENTRIES } from "./entries-documents";
import { GATEWAY_ENTRIES } from "./entries-gateway";
import { LOGIN_ENTRIES } from "./entries-login";
import { LOGIN_CHANNEL_ENTRIES } from "./entries-login-channels";
import { LOGIN_GUIDE_ENTRIES } from "./entries-login-guide";
import { OPEN_API_ENTRIES } from "./entries-open-api";
import { OPERATIONS_ENTRIES } from "./entries-operations";
import { ORGANISATION_ENTRIES } from "./entries-organisation";
import { OVERSIGHT_ENTRIES } from "./entries-oversight";
import { PERSONAL_ENTRIES } from "./entries-personal";
import { PRODUCT_ENTRIES } from "./entries-product";
import { PROMPTS_ENTRIES } from "./entries-prompts";
import { READER_ENTRIES } from "./entries-reader";
import { RECORDS_ENTRIES } from "./entries-records";
import { ROLES_ENTRIES } from "./entries-roles";
import { SCIM_ENTRIES } from "./entries-scim";
import { SYNC_ENTRIES } from "./entries-sync";

/** Every call of ours; a structure test compares the list with the tree. Modules are loaded when the document is asked for. */
export const API_ENTRIES: readonly ApiEntry[] = [
  ...CONSOLE_ENTRIES,
  ...ORGANISATION_ENTRIES,
  ...ROLES_ENTRIES,
  ...OVERSIGHT_ENTRIES,
  ...CONFIGURATION_ENTRIES,
  ...ACCOUNT_ENTRIES,
  ...LOGIN_ENTRIES,
  ...LOGIN_GUIDE_ENTRIES,
  ...LOGIN_CHANNEL_ENTRIES,
  ...SYNC_ENTRIES,
  ...SCIM_ENTRIES,
  ...OPERATIONS_ENTRIES,
  ...GATEWAY_ENTRIES,
  ...PRODUCT_ENTRIES,
  ...CHAT_ENTRIES,
  ...DOCUMENTS_ENTRIES,
  ...READER_ENTRIES,
  ...PROMPTS_ENTRIES,
  ...PERSONAL_ENTRIES,
  ...RECORDS_ENTRIES,
  ...OPEN_API_ENTRIES,
];
