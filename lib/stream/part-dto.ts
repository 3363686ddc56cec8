import { z } from "zod";
import { citationDto, doubtDto } from "@/lib/citations/dto";
import { REVIEW_SIDES } from "@/lib/config/review-kinds";
import { errorKey } from "@/lib/errors/key";

/** One thing a step found, for the reader to look at (spec G4). */
const stepFinding = z.strictObject({
  kind: z.enum(["date", "figure", "name", "term", "query", "base", "slice"]),
  /** The words themselves; of a slice the name of its file, empty where it may not be read. */
  text: z.string(),
  /** Nothing but its id is kept of a base: whoever may use it knows its name. */
  baseId: z.uuid().optional(),
  versionId: z.uuid().optional(),
  /** Of a slice, until its file is cut anew. */
  sliceId: z.uuid().optional(),
  /** Page, slide or sheet of a slice. */
  part: z.int().optional(),
  /** Slices of a base that were found, and files they are of. */
  slices: z.int().optional(),
  files: z.int().optional(),
  ms: z.number().optional(),
  /** Of a slice, from 0 to 1. */
  score: z.number().optional(),
  /** A slice that goes to the model. */
  isKept: z.boolean().optional(),
});
export type StepFinding = z.infer<typeof stepFinding>;

/** Money in micro-units. */
export const money = z.strictObject({ micros: z.int(), currency: z.string() });
export type Money = z.infer<typeof money>;

export const stepModel = z.strictObject({
  model: z.string(),
  /** Number of the version of its prompt; null for the one that came with the product. */
  prompt: z.int().nullable(),
  inputTokens: z.int(),
  outputTokens: z.int(),
});

/** One step of an answer that is made in several (design 7.5). A later line with the same name replaces the earlier. */
const stepData = z.strictObject({
  name: z.enum([
    "curated",
    "select",
    "retrieve",
    "read",
    "intent",
    "analysis",
    "rewrite",
    "search",
    "selection",
    "plan",
    "lookup",
    "pages",
    "passages",
    "answer",
    "check",
  ]),
  /** Skipped steps are shown where they have a reason. */
  state: z.enum(["waiting", "running", "done", "failed", "skipped"]),
  /** What the step found, as arguments of its text. */
  facts: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  found: z.array(stepFinding).optional(),
  /** Why it was skipped. */
  reason: z.enum(["off", "notNeeded", "notAsked", "nothingFound", "notAllowed", "noModel"]).optional(),
  error: errorKey.optional(),
  ms: z.number().optional(),
  /** Of the calls it made; unset without any that has a price. */
  cost: money.optional(),
  /** The model that did it, by the version of which prompt, and what it used (spec C5). */
  by: stepModel.optional(),
});
export type StepData = z.infer<typeof stepData>;

/** A web page an answer looked at (spec C4). A later line with the same address replaces the earlier. */
export const pageData = z.strictObject({
  /** Where it was found, or was led to; empty, like its title, for who may not read it any more. */
  address: z.string(),
  title: z.string(),
  state: z.enum(["found", "reading", "read", "failed"]),
  /** Of the stored page, once it was read. */
  versionId: z.uuid().optional(),
  /** When its words were fetched. */
  fetchedAt: z.iso.datetime().optional(),
  /** Why it could not be read. */
  failure: errorKey.optional(),
});
export type PageData = z.infer<typeof pageData>;

/** How much of an answer its passages bear out (spec D6). */
const groundednessData = z.strictObject({
  cited: z.int(),
  supported: z.int(),
  /** Ids of the citations whose passage does not bear out its sentence. */
  unsupported: z.array(z.int()),
  /** Ids of those that could not be judged: the passage is in another language. */
  unchecked: z.array(z.int()).optional(),
  /** What is not borne out, by citation. */
  doubts: z.array(doubtDto.extend({ id: z.int() })).optional(),
  /** Sentences, as they stand in the text, that carry no citation and that nothing bears out; not of every kind of answer. */
  uncited: z.array(z.string()).optional(),
  /** `model`: judged by the referee; `words`: by shared words and figures. */
  judgedBy: z.enum(["model", "words"]),
});
export type GroundednessData = z.infer<typeof groundednessData>;

/** An answer a person stands for: its words are those of a pair of question and answer, and no model wrote them. */
const curatedData = z.strictObject({
  qaId: z.uuid(),
  /** Null: the center's. */
  baseId: z.uuid().nullable(),
  /** The pair's own question. Empty, like the author, for who is not answered by the pair any more. */
  question: z.string(),
  author: z.string(),
  /** When its author last wrote it. */
  updatedAt: z.iso.datetime(),
  /** The moment it ends; null: without an end. */
  validUntil: z.iso.datetime().nullable(),
});
export type CuratedData = z.infer<typeof curatedData>;

/** One call of a tool within an answer. */
const toolPart = z.strictObject({
  type: z.literal("tool"),
  callId: z.string(),
  /** What the model calls it by. */
  name: z.string(),
  /** Of a tool of an MCP server: its own title. */
  title: z.string().optional(),
  /** The arguments as the model wrote them. */
  input: z.unknown(),
  /** Waiting for the person's consent; refused: they said no. */
  state: z.enum(["waiting", "running", "done", "failed", "refused"]),
  /** The beginning of the result, for people. */
  output: z.string().optional(),
  /** Slices of bases its result is of. */
  found: z.array(stepFinding).optional(),
  error: errorKey.optional(),
  ms: z.number().optional(),
});
export type ToolPart = z.infer<typeof toolPart>;

/** What went to the model with a question, what did not, and why; tokens are estimates made before the call. */
export const contextDataDto = z.strictObject({
  /** Tokens the model reads and writes at most, and those kept for the answer. */
  window: z.int(),
  reserved: z.int(),
  /** The person's own limit on what is sent (spec 3, token limit). */
  limit: z.int().nullable(),
  system: z.int(),
  /** Memories of the person that went along. */
  memories: z.int(),
  files: z.int(),
  tools: z.int(),
  history: z.int(),
  question: z.int(),
  /** Earlier rounds sent, and left out. */
  rounds: z.int(),
  dropped: z.int(),
  droppedBy: z.enum(["rounds", "limit", "window"]).nullable(),
});
export type ContextData = z.infer<typeof contextDataDto>;

/** What was drawn out of an answer that cites: a summary, a map, events or entities, each with the marks it stands on (spec C6). */
export const extractDto = z.strictObject({
  kind: z.enum(["summary", "mindMap", "events", "entities"]),
  items: z.array(
    z.strictObject({
      /** From 1, in their order. */
      id: z.int(),
      text: z.string(),
      detail: z.string(),
      /** Of an event, as far as it is known: `2026`, `2026-05`, `2026-05-17`; empty where none is told. */
      date: z.string(),
      /** Of an entity: person, organisation, place and the like, in the answer's language. */
      type: z.string(),
      /** Of a map: what it hangs under; null for its middle. */
      parent: z.int().nullable(),
      /** Ids of citations. */
      marks: z.array(z.int()),
    }),
  ),
  by: stepModel,
  /** What making it took; unset for one of an older build, and the cost for a model without a price. */
  ms: z.int().optional(),
  cost: money.optional(),
  madeAt: z.iso.datetime(),
});
export type AnswerExtract = z.infer<typeof extractDto>;

/** A picture of the web, kept with the answer it was found for. */
export const foundPicture = z.strictObject({
  fileId: z.uuid(),
  title: z.string(),
  /** Of the page it stands on. */
  address: z.string(),
});
export type FoundPicture = z.infer<typeof foundPicture>;

/** Parts of a stored message. */
export const messagePartDto = z
  .discriminatedUnion("type", [
    z.strictObject({ type: z.literal("text"), text: z.string() }),
    z.strictObject({ type: z.literal("reasoning"), text: z.string(), milliseconds: z.number().optional() }),
    z.strictObject({
      type: z.literal("file"),
      fileId: z.uuid(),
      name: z.string(),
      mediaType: z.string(),
      size: z.int().optional(),
      /** Of a file that was read: the reader opens it. */
      versionId: z.uuid().optional(),
    }),
    /** Words of a document a question is about. */
    z.strictObject({
      type: z.literal("quote"),
      text: z.string(),
      versionId: z.uuid(),
      fileName: z.string(),
      from: z.int(),
      to: z.int(),
    }),
    /** A knowledge base a question is put to; without its name for who may not use it. */
    z.strictObject({ type: z.literal("base"), baseId: z.uuid(), name: z.string() }),
    z.strictObject({ type: z.literal("steps"), steps: z.array(stepData) }),
    z.strictObject({ type: z.literal("pages"), pages: z.array(pageData) }),
    toolPart,
    /** One for each mark `[^c<id>]` in the text, in order. */
    z.strictObject({ type: z.literal("citation"), citation: citationDto }),
    z.strictObject({ type: z.literal("support"), support: groundednessData }),
    z.strictObject({ type: z.literal("curated"), curated: curatedData }),
    /** A review rule held the question or the answer back; the text is the rule's reply. */
    z.strictObject({ type: z.literal("review"), side: z.enum(REVIEW_SIDES) }),
    z.strictObject({ type: z.literal("extract"), extract: extractDto }),
    z.strictObject({ type: z.literal("pictures"), pictures: z.array(foundPicture) }),
    /** Questions to ask next. */
    z.strictObject({
      type: z.literal("questions"),
      questions: z.array(z.string()),
      /** As of an extract, where a node of a search made them. */
      by: stepModel.optional(),
      ms: z.int().optional(),
      cost: money.optional(),
    }),
  ])
  .meta({ id: "MessagePart" });
export type MessagePart = z.infer<typeof messagePartDto>;
