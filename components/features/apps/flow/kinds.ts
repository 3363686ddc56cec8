import {
  Braces,
  Code,
  Cpu,
  FileSearch,
  FormInput,
  GitBranch,
  Globe,
  LayoutGrid,
  Library,
  type LucideIcon,
  Merge,
  MessageSquareReply,
  Repeat,
  RotateCw,
  Split,
  Type,
  UserCheck,
  Variable,
  Wrench,
} from "lucide-react";
import type { NodeType } from "@/lib/features/apps/workflow/graph";

/** Groups of the palette, in its order. */
export const NODE_GROUPS = [
  { key: "io", types: ["start", "answer"] },
  { key: "smart", types: ["model", "classifier", "extract", "app"] },
  { key: "knowledge", types: ["knowledge", "document"] },
  { key: "flow", types: ["condition", "join", "iteration", "loop"] },
  { key: "data", types: ["variable", "template", "code"] },
  { key: "outside", types: ["http", "tool", "human"] },
] as const satisfies readonly { key: string; types: readonly NodeType[] }[];

export const NODE_ICONS: Record<NodeType, LucideIcon> = {
  start: FormInput,
  model: Cpu,
  knowledge: Library,
  classifier: Split,
  condition: GitBranch,
  iteration: Repeat,
  loop: RotateCw,
  join: Merge,
  variable: Variable,
  template: Type,
  extract: Braces,
  code: Code,
  http: Globe,
  tool: Wrench,
  document: FileSearch,
  human: UserCheck,
  app: LayoutGrid,
  answer: MessageSquareReply,
};

/** Hue of a kind's tile, of those the tokens name; it tells groups apart and means nothing else. */
export const NODE_HUES: Record<NodeType, number> = {
  start: 220,
  answer: 220,
  model: 236,
  classifier: 236,
  extract: 236,
  app: 236,
  knowledge: 175,
  document: 80,
  condition: 300,
  join: 300,
  iteration: 300,
  loop: 300,
  variable: 80,
  template: 80,
  code: 80,
  http: 50,
  tool: 50,
  human: 155,
};

/** What the palette hands to the canvas when a kind is dragged there. */
export const DRAGGED = "application/x-flow-node";
