// Made by `npm run generate` from every exported `BuiltinTool` in lib; never edited by hand.
import "server-only";
import { generateImage } from "@/lib/features/drawing/tool";
import { searchKnowledge } from "@/lib/features/knowledge/search-tool";
import { calculate } from "@/lib/tools/builtin/calculate";
import { currentTime } from "@/lib/tools/builtin/current-time";
import { runCode } from "@/lib/tools/builtin/run-code";
import { readPage } from "@/lib/web/page-tool";
import { webSearch } from "@/lib/web/search-tool";

export const TOOLS = [
  generateImage,
  searchKnowledge,
  calculate,
  currentTime,
  runCode,
  readPage,
  webSearch,
];
