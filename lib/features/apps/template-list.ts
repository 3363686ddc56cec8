import type { AppIcon } from "./limits";
import type { BuiltKind } from "./settings";
import type { VariableType } from "./variables";

interface Template {
  key: string;
  kind: BuiltKind;
  icon: AppIcon;
  /** What whoever takes it has to add. */
  needs: ("base" | "tool")[];
  /** Fields of its form; what they are called stands with its words. */
  fields: { name: string; type: VariableType; required?: boolean }[];
  takesFiles?: boolean;
}

/** Tasks of an office apps begin with; their words stand in `apps-templates.json`. */
export const TEMPLATES = [
  { key: "policy", kind: "agent", icon: "book", needs: ["base"], fields: [] },
  { key: "helpdesk", kind: "agent", icon: "headset", needs: ["base"], fields: [] },
  { key: "translator", kind: "assistant", icon: "languages", needs: [], fields: [], takesFiles: true },
  { key: "contract", kind: "assistant", icon: "scale", needs: [], fields: [], takesFiles: true },
  { key: "onboarding", kind: "assistant", icon: "users", needs: ["base"], fields: [] },
  {
    key: "minutes",
    kind: "generation",
    icon: "mic",
    needs: [],
    fields: [
      { name: "topic", type: "text", required: true },
      { name: "notes", type: "paragraph", required: true },
    ],
  },
  {
    key: "report",
    kind: "generation",
    icon: "chart",
    needs: [],
    fields: [
      { name: "done", type: "paragraph", required: true },
      { name: "next", type: "paragraph" },
      { name: "risks", type: "paragraph" },
    ],
  },
  {
    key: "email",
    kind: "generation",
    icon: "mail",
    needs: [],
    fields: [
      { name: "recipient", type: "text", required: true },
      { name: "purpose", type: "paragraph", required: true },
      { name: "tone", type: "select" },
      { name: "language", type: "select" },
    ],
  },
  {
    key: "job",
    kind: "generation",
    icon: "user",
    needs: [],
    fields: [
      { name: "position", type: "text", required: true },
      { name: "duties", type: "paragraph", required: true },
      { name: "requirements", type: "paragraph" },
    ],
  },
  {
    key: "notice",
    kind: "generation",
    icon: "file",
    needs: [],
    fields: [
      { name: "subject", type: "text", required: true },
      { name: "facts", type: "paragraph", required: true },
      { name: "audience", type: "text" },
    ],
  },
  {
    key: "expense",
    kind: "workflow",
    icon: "wallet",
    needs: [],
    fields: [
      { name: "purpose", type: "paragraph", required: true },
      { name: "amount", type: "number", required: true },
    ],
  },
  {
    key: "replies",
    kind: "workflow",
    icon: "workflow",
    needs: [],
    fields: [
      { name: "letters", type: "paragraph", required: true },
      { name: "tone", type: "select" },
    ],
  },
] as const satisfies readonly Template[];
export type TemplateKey = (typeof TEMPLATES)[number]["key"];
