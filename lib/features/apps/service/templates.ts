import "server-only";
import { z } from "zod";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { P } from "@/lib/permissions/codes";
import { keptText } from "@/lib/text/line";
import type { TemplateDto } from "../dto";
import { APP_SETTINGS, type BuiltKind } from "../settings";
import { TEMPLATES } from "../template-list";
import { FLOW_TEMPLATES, type FlowTemplateKey } from "./flow-templates";

/** Names of fields as the texts write them: braces mean something else there. */
const PLACE = /\[\[([\w.]+)\]\]/g;

/** A list of texts; the build makes objects of them whose names are their places. */
const list = z.preprocess(
  (value) => (typeof value === "object" && value !== null ? Object.values(value) : value),
  z.array(keptText),
);

/** What a template says in one language. */
const words = z.object({
  name: keptText,
  description: keptText,
  instructions: keptText.default(""),
  opening: keptText.default(""),
  questions: list.default([]),
  fields: z.record(keptText, keptText).default({}),
  options: z.record(keptText, list).default({}),
  /** Of a workflow: what its nodes are called and say. */
  nodes: z.record(keptText, keptText).default({}),
});

async function wordsOf(key: string, locale: Locale): Promise<z.infer<typeof words>> {
  const t = await areaTexts(locale, "apps-templates");
  return words.parse(t.raw(key));
}

/** Templates an app can begin as. */
export async function listTemplates(actor: Actor, locale: Locale): Promise<{ items: TemplateDto[] }> {
  requirePermission(actor, P.APPS_WORKBENCH);
  const items = TEMPLATES.map(async ({ key, kind, icon, needs }) => {
    const { name, description } = await wordsOf(key, locale);
    return { key, kind, icon, name, description, needs: [...needs] };
  });
  return { items: await Promise.all(items) };
}

/** Settings a template gives an app of its kind. Throws invalidInput. */
export async function templateSettings(key: string, kind: BuiltKind, locale: Locale): Promise<object> {
  const template = TEMPLATES.find((one) => one.key === key && one.kind === kind);
  if (!template) throw new AppError("invalidInput", { data: { fields: { template: "invalid" } } });
  const { instructions, opening, questions, fields, options, nodes } = await wordsOf(key, locale);
  const told = instructions.replace(PLACE, "{{$1}}");
  const variables = template.fields.map((field) => ({
    ...field,
    label: fields[field.name] ?? field.name,
    options: options[field.name] ?? [],
  }));
  if (kind === "workflow") {
    const said = Object.fromEntries(Object.entries(nodes).map(([name, text]) => [name, text.replace(PLACE, "{{$1}}")]));
    return APP_SETTINGS.workflow.parse(FLOW_TEMPLATES[key as FlowTemplateKey](variables, said));
  }
  const talk = { instructions: told, variables };
  const settings =
    kind === "generation"
      ? talk
      : { ...talk, opening, questions, takesFiles: "takesFiles" in template ? template.takesFiles : false };
  return APP_SETTINGS[kind].parse(settings);
}
