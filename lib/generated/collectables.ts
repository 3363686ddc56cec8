// Made by `npm run generate` from every exported `CollectableKind` in lib; never edited by hand.
import { COLLECTABLE_ANSWER } from "@/lib/conversation/collectable";
import { COLLECTABLE_APP } from "@/lib/features/apps/collectable";
import { COLLECTABLE_DOCUMENT } from "@/lib/features/documents/collectable";
import { COLLECTABLE_PICTURE } from "@/lib/features/drawing/collectable";
import { COLLECTABLE_BASE, COLLECTABLE_BASE_FILE } from "@/lib/features/knowledge/collectable";
import { COLLECTABLE_PROMPT } from "@/lib/features/prompts/collectable";

export const COLLECTABLES = [
  COLLECTABLE_ANSWER,
  COLLECTABLE_APP,
  COLLECTABLE_DOCUMENT,
  COLLECTABLE_PICTURE,
  COLLECTABLE_BASE,
  COLLECTABLE_BASE_FILE,
  COLLECTABLE_PROMPT,
];
