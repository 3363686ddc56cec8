import "server-only";
import type { TurnNode } from "@/db/queries/conversation/turns";
import type { Actor } from "@/lib/auth/actor";
import type { Grants } from "@/lib/auth/grant-schema";
import type { OwnRetrieval } from "@/lib/config/knowledge-retrieval";
import type { Visibility } from "@/lib/config/visibility";
import type { GroundedMaterial } from "@/lib/grounding/material";
import type { ContentPart, ResolvedModel } from "@/lib/models/types";
import type { MessagePart } from "@/lib/stream/parts";
import type { Working } from "./kind";

/** What is looked for, in which conversation, and what goes along with it already. */
export interface SourcesAsked {
  question: string;
  /** The branch above the question, newest first. */
  path: readonly TurnNode[];
  sessionId: string;
  /** What the calls are charged to. */
  app: string;
  model: ResolvedModel;
  /** Tokens other material takes. */
  used: number;
  /** How all of them are searched, where it is not as each is set. */
  retrieval?: OwnRetrieval;
}

/** What was found, and what a model is told of how to read it; or words that say that nothing was. */
export type SourcesFound =
  | { material: GroundedMaterial; rules: string; pictures: ContentPart[] }
  | { material: null; words: string };

export interface PassagesWish {
  query: string;
  /** Passages at most. */
  topK: number;
  /** What the calls are charged to. */
  app: string;
  /** How all of them are searched, where it is not as each is set. */
  retrieval?: OwnRetrieval;
  signal?: AbortSignal;
}

export interface FoundPassages {
  passages: { text: string; fileId: string; fileName: string; heading: string; page: number | null; score: number }[];
  /** So many of what was asked are not the person's to use. */
  withdrawn: number;
}

/** Which of them are looked for; `limit`: at most so many. */
export interface SourcesWish {
  ids?: readonly string[];
  keyword?: string;
  limit: number;
}

export interface NamableSource {
  id: string;
  name: string;
  icon: string;
}

/** Whom a thing is shown to that answers from them: an app. */
export interface Audience {
  ownerId: string;
  visibility: Visibility;
  grants: Grants;
}

/** How many of an audience one of them answers. */
export interface Reaching {
  id: string;
  name: string;
  /** People of the audience, and those among them whose roles let them ask such things at all. */
  people: number;
  able: number;
  /** Of the able ones those it is not shown to, some of them by name. */
  lacking: number;
  names: string[];
  /** The actor may show it to them, or can ask those who may. */
  mayOpen: boolean;
  isAsked: boolean;
}

/**
 * Things of an area that a question of any conversation may name to be answered from. Exported from `question-sources.ts` of
 * the area's folder, found by `npm run generate`.
 */
export interface QuestionSources {
  /** Of the parts of a question that name them. */
  type: Extract<MessagePart, { type: "base" }>["type"];
  /** Those a person may put questions to: of some ids, or that a word finds. */
  list: (actor: Actor, wish: SourcesWish) => Promise<NamableSource[]>;
  /** How a new question names them. Throws noPermission, and notFound for what is not the person's to use. */
  partsOf: (actor: Actor, ids: readonly string[]) => Promise<MessagePart[]>;
  /** What a stored question names, as the person may use it now. Throws basesGone where that is nothing. */
  stillUsable: (actor: Actor, ids: readonly string[]) => Promise<MessagePart[]>;
  /** Passages that answer a question, best first, by the rights of the moment. Throws basesGone where none can be used. */
  passages: (actor: Actor, ids: readonly string[], wish: PassagesWish) => Promise<FoundPassages>;
  /** Whom of an audience those answer that the actor may use. */
  reaching: (actor: Actor, ids: readonly string[], audience: Audience) => Promise<Reaching[]>;
  /** Shows one to an audience. Throws notFound, and noPermission where it is not the actor's to show. */
  openTo: (actor: Actor, id: string, audience: Audience) => Promise<void>;
  /** Tells whoever may show it that an app's users need it, once a day. Throws notFound. */
  askToOpen: (actor: Actor, id: string, audience: Audience, app: string) => Promise<void>;
  /** What of them answers, by the rights of the moment, found in steps the reader sees. */
  find: (ids: readonly string[], asked: SourcesAsked, working: Working) => Promise<SourcesFound>;
}
