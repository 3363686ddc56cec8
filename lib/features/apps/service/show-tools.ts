import "server-only";
import type { z } from "zod";
import { type AvailableTool, ToolFailure } from "@/lib/tools/types";
import { SHOW_CARDS, SHOW_FORM, shownCards, shownForm } from "../shown";
import { VARIABLE_TYPES } from "../variables";

const PROBLEMS_TOLD = 5;

/** Tools by which an agent shows a form or cards: they do nothing but have what they are given checked. */
export const SHOW_TOOLS: readonly AvailableTool[] = [
  shows(SHOW_FORM, shownForm, {
    description:
      "Shows the person a form in your answer. Use it instead of asking for several things in words. They fill it in and send " +
      "it as their next message, so end your answer after it with one short sentence and do not ask again.",
    parameters: {
      type: "object",
      properties: {
        title: { type: "string", description: "What the form is for" },
        text: { type: "string", description: "A short explanation, if one is needed" },
        fields: {
          type: "array",
          minItems: 1,
          items: {
            type: "object",
            properties: {
              name: { type: "string", description: "Letters, digits and underscores; no name twice" },
              label: { type: "string", description: "What the person reads, at most 50 characters" },
              type: { type: "string", enum: VARIABLE_TYPES, description: "select needs options, switch is yes or no" },
              required: { type: "boolean" },
              options: { type: "array", items: { type: "string" } },
            },
            required: ["name", "label", "type"],
            additionalProperties: false,
          },
        },
      },
      required: ["title", "fields"],
      additionalProperties: false,
    },
    words: ({ title, text, fields }) => [title, text, ...fields.flatMap(({ label, options }) => [label, ...options])],
  }),
  shows(SHOW_CARDS, shownCards, {
    description:
      "Shows the person cards in your answer: things to choose among or to go on with, each with a title and, where they help, " +
      "a text, a picture and links. Do not repeat in words what stands on them.",
    parameters: {
      type: "object",
      properties: {
        cards: {
          type: "array",
          minItems: 1,
          maxItems: 6,
          items: {
            type: "object",
            properties: {
              title: { type: "string", description: "At most 100 characters" },
              text: { type: "string" },
              picture: {
                type: "object",
                properties: {
                  src: { type: "string", description: "Of a picture you were given as /api/files/…" },
                  alt: { type: "string", description: "What it shows" },
                },
                required: ["src"],
                additionalProperties: false,
              },
              links: {
                type: "array",
                maxItems: 4,
                items: {
                  type: "object",
                  properties: { label: { type: "string" }, url: { type: "string", description: "An https address" } },
                  required: ["label", "url"],
                  additionalProperties: false,
                },
              },
            },
            required: ["title"],
            additionalProperties: false,
          },
        },
      },
      required: ["cards"],
      additionalProperties: false,
    },
    words: ({ cards }) =>
      cards.flatMap(({ title, text, picture, links }) => [
        ...[title, text, picture?.alt ?? ""],
        ...links.map(({ label }) => label),
      ]),
  }),
];

interface Showing<T> {
  description: string;
  parameters: Record<string, unknown>;
  /** All that a reader sees of it: the review rules look at it. */
  words: (shown: T) => readonly string[];
}

function shows<T>(name: string, schema: z.ZodType<T>, { description, parameters, words }: Showing<T>): AvailableTool {
  return {
    definition: { name, description, parameters },
    ...{ kind: "offered", key: null, title: "", server: null },
    ...{ optional: false, cites: false, confirm: false },
    run: async (_actor, args) => {
      const read = schema.safeParse(args);
      if (!read.success) {
        const problems = read.error.issues
          .slice(0, PROBLEMS_TOLD)
          .map(({ path, message }) => `${path.join(".")}: ${message}`);
        throw new ToolFailure("toolArguments", problems.join("; "));
      }
      return { text: `It is shown to the person: ${words(read.data).filter(Boolean).join(" · ")}` };
    },
  };
}
