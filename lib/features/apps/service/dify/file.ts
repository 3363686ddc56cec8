import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/errors/errors";
import { keptText } from "@/lib/text/line";
import type { AppFile, Left } from "../files";
import { convertGraph, type NodeReport } from "./graph";
import { type Data, isData } from "./raw";
import { reviewRulesOf } from "./reviewing";
import { settingsLeft, VOICE } from "./settings-left";
import { readTalk, TALK_KINDS } from "./talk";

/** spec P1: what a Dify app file is told by; the first ones did not say what they are. */
const difyFile = z.object({
  kind: z.literal("app").optional(),
  app: z.object({ name: keptText, description: keptText.nullish(), mode: keptText }),
  workflow: z.record(keptText, z.unknown()).nullish(),
  model_config: z.record(keptText, z.unknown()).nullish(),
});

/** Apps that are a graph. */
const GRAPHS = ["workflow", "advanced-chat"];

/** An app of Dify as a file of ours; null for what is none. Throws appFileKind for a kind that is not known. */
export function fromDify(value: unknown): { file: AppFile; left: Left[]; nodes: NodeReport[] } | null {
  const read = difyFile.safeParse(value);
  if (!read.success) return null;
  const { app, workflow, model_config: config } = read.data;
  const about = { format: "app/1", name: app.name, description: app.description ?? "" } as const;
  if (GRAPHS.includes(app.mode)) return ofGraph(about, workflow ?? {}, app.mode === "advanced-chat");
  const kind = TALK_KINDS[app.mode];
  if (!kind) throw new AppError("appFileKind");
  const { settings, model, left } = readTalk(kind, config ?? {});
  const icon = kind === "generation" ? "pen" : kind === "agent" ? "bot" : "chat";
  return { file: { ...about, bases: [], apps: [], icon, kind, settings, model }, left, nodes: [] };
}

type About = Pick<AppFile, "format" | "name" | "description">;

function ofGraph({ format, name, description }: About, workflow: Data, isChat: boolean) {
  const features = isData(workflow.features) ? workflow.features : {};
  const { rules, left: unreviewed } = reviewRulesOf(features);
  const { graph, report } = convertGraph(workflow, { isChat, reviewRules: rules });
  const file: AppFile = {
    ...{ format, name, description, icon: "workflow", kind: "workflow" },
    ...{ settings: graph, model: null, bases: [], apps: [] },
  };
  // Neither greets nor suggests a workflow here.
  const left = settingsLeft(features, ["opening_statement", "suggested_questions", ...VOICE]);
  return { file, left: [...unreviewed, ...left], nodes: report };
}
