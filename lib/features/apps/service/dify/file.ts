import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/errors/errors";
import { keptText } from "@/lib/text/line";
import { QUESTION_MAX, QUESTIONS_MAX, VARIABLE_LABEL_MAX, VARIABLES_MAX } from "../../limits";
import type { BuiltKind } from "../../settings";
import type { AppFile, Left } from "../files";
import { convertGraph, type NodeReport } from "./graph";

/** spec P1: what a Dify app file says of an app without a graph. */
const field = z.object({
  variable: keptText,
  label: keptText.default(""),
  required: z.boolean().default(false),
  options: z.array(keptText).default([]),
});
const difyFile = z.object({
  kind: z.literal("app"),
  workflow: z.record(keptText, z.unknown()).nullish(),
  app: z.object({ name: keptText, description: keptText.nullish(), mode: keptText }),
  model_config: z
    .object({
      pre_prompt: keptText.nullish(),
      opening_statement: keptText.nullish(),
      suggested_questions: z.array(keptText).nullish(),
      model: z
        .object({
          name: keptText.nullish(),
          completion_params: z.record(keptText, z.unknown()).nullish(),
        })
        .nullish(),
      user_input_form: z.array(z.record(keptText, field.partial().loose())).nullish(),
      agent_mode: z.object({ tools: z.array(z.object({ tool_name: keptText.nullish() }).loose()).nullish() }).nullish(),
      dataset_configs: z
        .object({ datasets: z.object({ datasets: z.array(z.unknown()).nullish() }).nullish() })
        .nullish(),
      file_upload: z.object({ enabled: z.boolean().nullish() }).loose().nullish(),
    })
    .nullish(),
});

const KINDS: Record<string, BuiltKind> = { chat: "assistant", "agent-chat": "agent", completion: "generation" };
/** Apps that are a graph. */
const GRAPHS = ["workflow", "advanced-chat"];
const TYPES = { "text-input": "text", paragraph: "paragraph", number: "number", select: "select" } as const;

/** An app of Dify as a file of ours; null for what is none. Throws appFileKind for a kind that is not known. */
export function fromDify(value: unknown): { file: AppFile; left: Left[]; nodes: NodeReport[] } | null {
  const read = difyFile.safeParse(value);
  if (!read.success) return null;
  const { app, model_config: config } = read.data;
  if (GRAPHS.includes(app.mode)) {
    const { graph, report } = convertGraph(read.data.workflow ?? {}, app.mode === "advanced-chat");
    const { name, description } = app;
    const about = {
      format: "app/1",
      name,
      description: description ?? "",
      icon: "workflow",
      kind: "workflow",
    } as const;
    return { file: { ...about, settings: graph, model: null, bases: [], apps: [] }, left: [], nodes: report };
  }
  const kind = KINDS[app.mode];
  if (!kind) throw new AppError("appFileKind");
  const params = config?.model?.completion_params ?? {};
  const number = (name: string) => (typeof params[name] === "number" ? (params[name] as number) : undefined);
  const variables = (config?.user_input_form ?? []).flatMap((entry) =>
    Object.entries(entry).flatMap(([type, input]) => {
      const ours = TYPES[type as keyof typeof TYPES];
      if (!ours || !input.variable) return [];
      const label = [...(input.label || input.variable)].slice(0, VARIABLE_LABEL_MAX).join("");
      const options = ours === "select" ? (input.options ?? []) : [];
      return [{ name: input.variable, label, type: ours, required: input.required ?? false, options }];
    }),
  );
  const tools = (config?.agent_mode?.tools ?? []).flatMap(({ tool_name: name }) => (name ? [name] : []));
  const bases = config?.dataset_configs?.datasets?.datasets ?? [];
  const settings = {
    instructions: config?.pre_prompt ?? "",
    options: Object.fromEntries(
      [
        ["temperature", number("temperature")],
        ["topP", number("top_p")],
        ["maxOutputTokens", number("max_tokens")],
        ["presencePenalty", number("presence_penalty")],
        ["frequencyPenalty", number("frequency_penalty")],
      ].filter(([, set]) => set !== undefined),
    ),
    variables: variables.slice(0, VARIABLES_MAX),
    ...(kind === "generation"
      ? {}
      : {
          opening: config?.opening_statement ?? "",
          questions: (config?.suggested_questions ?? [])
            .filter((question) => question.trim() !== "" && [...question].length <= QUESTION_MAX)
            .slice(0, QUESTIONS_MAX),
          takesFiles: config?.file_upload?.enabled ?? false,
        }),
  };
  const file: AppFile = {
    format: "app/1",
    name: app.name,
    description: app.description ?? "",
    icon: kind === "generation" ? "pen" : kind === "agent" ? "bot" : "chat",
    kind,
    settings,
    model: config?.model?.name ?? null,
    bases: [],
    apps: [],
  };
  const named: Left[] = tools.map((name) => ({ what: "tool", name }));
  // Bases stand there by ids of the other installation: how many is all that can be said.
  const lost: Left[] = bases.map((_, index) => ({ what: "base", name: `#${index + 1}` }));
  return { file, left: [...named, ...lost], nodes: [] };
}
