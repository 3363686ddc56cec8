import "server-only";
import type { KnownStep } from "@/db/queries/apps/runs";
import type { Actor } from "@/lib/auth/actor";
import type { WaitKind } from "@/lib/config/app-runs";
import { AppError, type ErrorArgs, type ErrorKey } from "@/lib/errors/errors";
import { failureKey } from "@/lib/errors/known-failure";
import type { Completion } from "@/lib/models/complete";
import type { OwnReviewRule } from "@/lib/review/rule-schema";
import { cut, storable } from "@/lib/text/storable";
import { ToolFailure } from "@/lib/tools/types";
import type { AppInputs } from "../../variables";
import type { FlowNodeOf, NodeType } from "../../workflow/graph";
import type { Scope } from "../../workflow/values";
import type { StepLog } from "./log";

/** Characters of the other side's words that are kept of a failure. */
const DETAIL_MAX = 2000;

/** A node failed, in the product's words; `detail` is free of secrets. */
export class FlowFailure extends Error {
  readonly detail: string;
  /** Where it happened, once that is known. */
  stepId: string | null = null;

  constructor(
    readonly key: ErrorKey,
    readonly args: ErrorArgs = {},
    detail = "",
  ) {
    super(key);
    this.name = "FlowFailure";
    this.detail = cut(storable(detail), DETAIL_MAX);
  }

  /** The innermost step is the one that is told of. */
  at(stepId: string): this {
    this.stepId ??= stepId;
    return this;
  }
}

/** What anything a node threw means for the run. */
export function failureOf(error: unknown): FlowFailure {
  if (error instanceof FlowFailure) return error;
  if (error instanceof ToolFailure) return new FlowFailure(error.key, error.args, error.detail);
  if (error instanceof AppError) return new FlowFailure(error.key, error.options.args ?? {});
  return new FlowFailure(failureKey(error));
}

/** What somebody is asked. */
export interface NewWait {
  stepId: string;
  nodeId: string;
  attempts: number;
  kind: WaitKind;
  subject: string;
  text: string;
  /** Null: whoever may change the app. */
  assigneeId: string | null;
  hours: number | null;
  /** A reminder so many hours before the end; 0: none. */
  remind: number;
  input: Record<string, unknown>;
}

/** On the stored row of a step: somebody agreed, and it has not begun since. */
export const AGREED = "$agreed";

/** The run that a graph is carried out for. */
export interface FlowRun {
  id: string;
  appId: string;
  inputs: AppInputs;
  text: string;
  files: readonly { id: string; name: string }[];
  /** Steps it goes on behind, by their ids; what is used is taken out. */
  known: Map<string, KnownStep>;
  /** Results of an earlier run that stand for having run a node. */
  cached: ReadonlyMap<string, KnownStep>;
  /** Of a replay: what the steps gave then. Effects are not had again, and nobody is asked again. */
  replayed: ReadonlyMap<string, KnownStep> | null;
  log: StepLog;
  /** Has somebody asked; the step waits until they answered. */
  ask(wait: NewWait): Promise<void>;
  /** Whoever asked, with the rights of this moment. Throws noPermission. */
  actor(): Promise<Actor>;
}

export interface Used {
  inputTokens: number;
  outputTokens: number;
  costMicros: number;
  currency: string | null;
}

/** What a node of a kind is run with. */
export interface StepContext<T extends NodeType = NodeType> {
  node: FlowNodeOf<T>;
  stepId: string;
  run: FlowRun;
  scope: Scope;
  /** The app the node belongs to, with its secrets; whose own tools count besides. */
  appId: string;
  ownerId: string;
  /** Of that app and those around it. */
  reviewRules: readonly OwnReviewRule[];
  signal: AbortSignal;
  /** The same for every try of this step, and for no other. */
  key: string;
  /** Somebody agreed to this very call, or to having it again. */
  isAgreed: boolean;
  /** What it was given, for whoever looks at the run. */
  given(input: Record<string, unknown>): void;
  /** Words of a model as they come. */
  said(delta: string): void;
  spent(outcome: Pick<Completion, "usage" | "cost">): void;
}

export interface StepResult {
  output: Record<string, unknown>;
  /** The branch it is left by; none: the usual one. */
  handle?: string;
  /** Answers of the nodes inside it, in their order. */
  answers?: readonly string[];
  /** An effect that was only pretended. */
  isSimulated?: boolean;
}

/** The run waits here, for a person or a nested node. */
export const WAITS = Symbol("waits");
export type Outcome = StepResult | typeof WAITS;
