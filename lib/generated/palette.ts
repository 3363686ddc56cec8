// Made by `npm run generate` from every exported `PaletteFinder` in lib; never edited by hand.
import "server-only";
import { CONVERSATIONS_FOUND } from "@/lib/conversation/palette";
import { APPS_FOUND, OWN_APPS_FOUND } from "@/lib/features/apps/palette";
import { DOCUMENTS_FOUND } from "@/lib/features/documents/palette";
import { PICTURES_FOUND } from "@/lib/features/drawing/palette";
import { BASES_FOUND, BASE_FILES_FOUND, BASE_SEARCH } from "@/lib/features/knowledge/palette";
import { DEPARTMENTS_FOUND, PEOPLE_FOUND } from "@/lib/features/organisation/palette";
import { PROMPTS_FOUND } from "@/lib/features/prompts/palette";
import { SEARCH_SOURCES_FOUND } from "@/lib/features/search/palette";

export const PALETTE_FINDERS = [
  CONVERSATIONS_FOUND,
  APPS_FOUND,
  OWN_APPS_FOUND,
  DOCUMENTS_FOUND,
  PICTURES_FOUND,
  BASES_FOUND,
  BASE_FILES_FOUND,
  BASE_SEARCH,
  PEOPLE_FOUND,
  DEPARTMENTS_FOUND,
  PROMPTS_FOUND,
  SEARCH_SOURCES_FOUND,
];
