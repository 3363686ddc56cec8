import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { FlowNode } from "@/lib/features/apps/workflow/graph";
import { ALONE_OPS } from "@/lib/features/apps/workflow/graph";
import { referencesIn } from "@/lib/features/apps/workflow/values";

export interface FlowNames {
  models: ReadonlyMap<string, string>;
  tools: ReadonlyMap<string, string>;
  apps: ReadonlyMap<string, string | null>;
}

/** A text in a line: of references, what they end with. */
const short = (text: string) =>
  text
    .replace(/\{\{\s*[\w-]+(?:\.[\w-]+)*\s*\}\}/g, (whole) => ` ${referencesIn(whole)[0]?.split(".").at(-1)} `)
    .replace(/[^\S\n]+/g, " ")
    .trim();

/** What a node does, in a line. */
export function useSummary(names: FlowNames): (node: FlowNode) => string {
  const t = useTranslations("apps-flow.summary");
  const ops = useTranslations("apps-flow.ops");
  const { models, tools, apps } = names;
  return useCallback(
    (node) => {
      const model = (id: string | null) => (id === null ? t("defaultModel") : (models.get(id) ?? t("goneModel")));
      const list = (items: readonly string[]) => items.filter((item) => item !== "").join(t("comma"));
      const orNone = (text: string) => text || t("unset");
      switch (node.type) {
        case "start":
          return t("start", { count: node.data.variables.length, files: node.data.takesFiles ? "yes" : "no" });
        case "model":
          return model(node.data.modelId);
        case "knowledge":
          return t("knowledge", { count: node.data.baseIds.length, top: node.data.topK });
        case "classifier":
          return orNone(list(node.data.classes.map(({ name }) => name)));
        case "condition": {
          const test = node.data.branches[0]?.tests[0];
          if (!test || short(test.left) === "") return t("unset");
          const right = ALONE_OPS.includes(test.op) ? "" : short(test.right);
          return `${short(test.left)} ${ops(test.op)} ${right}`.trim();
        }
        case "iteration":
          return t("iteration", { count: node.data.body.nodes.length, parallel: node.data.parallel });
        case "loop":
          return t("loop", { count: node.data.body.nodes.length, rounds: node.data.rounds });
        case "join":
          return t(`join.${node.data.mode}`);
        case "variable":
          return orNone(list(node.data.values.map(({ name }) => name)));
        case "extract":
          return orNone(list(node.data.fields.map(({ name }) => name)));
        case "template":
          return node.data.template.trim() ? t("characters", { count: [...node.data.template].length }) : t("unset");
        case "code":
          return node.data.code.trim() ? t("lines", { count: node.data.code.split("\n").length }) : t("unset");
        case "http":
          return node.data.url ? `${node.data.method} ${short(node.data.url)}` : t("unset");
        case "tool":
          return node.data.tool ? (tools.get(node.data.tool) ?? node.data.tool) : t("unset");
        case "document":
          return t("document", { count: node.data.maxCharacters });
        case "human":
          return t("human", {
            mode: t(`asks.${node.data.mode}`),
            who: t(`who.${node.data.assignee}`),
            days: Math.max(1, Math.round(node.data.hours / 24)),
          });
        case "app":
          return node.data.appId === null ? t("unset") : (apps.get(node.data.appId) ?? t("app"));
        case "answer":
          return orNone(short(node.data.text).split("\n")[0] ?? "");
      }
    },
    [t, ops, models, tools, apps],
  );
}
