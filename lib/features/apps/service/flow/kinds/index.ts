import "server-only";
import type { FlowNode, NodeType } from "../../../workflow/graph";
import type { Outcome, StepContext } from "../context";
import type { Engine, Place } from "../engine";
import { runApp } from "./app";
import { runIteration, runLoop } from "./containers";
import { runHttp } from "./http";
import { runHuman } from "./human";
import { runClassifier, runExtract, runModel } from "./models";
import { runCode, runTool } from "./outside";
import { runAnswer, runCondition, runJoin, runStart, runTemplate, runVariable } from "./plain";
import { runDocument, runKnowledge } from "./sources";

/** What a node that holds others needs besides. */
export interface Around {
  engine: Engine;
  /** Nodes it was reached from. */
  from: readonly string[];
  place: Place;
}

type Runner<T extends NodeType> = (context: StepContext<T>, around: Around) => Promise<Outcome>;

/** How a node of each kind is run. Throws whatever it fails with. */
export const RUNNERS: { readonly [T in NodeType]: Runner<T> } = {
  start: runStart,
  model: runModel,
  knowledge: runKnowledge,
  classifier: runClassifier,
  condition: runCondition,
  iteration: runIteration,
  loop: runLoop,
  join: runJoin,
  variable: runVariable,
  template: runTemplate,
  extract: runExtract,
  code: runCode,
  http: runHttp,
  tool: runTool,
  document: runDocument,
  human: runHuman,
  app: runApp,
  answer: runAnswer,
};

/** Seconds a node of each kind usually needs at most; null: it ends when what is in it does, or somebody answered. */
const SECONDS: { readonly [T in NodeType]: number | null } = {
  start: 10,
  model: 300,
  knowledge: 60,
  classifier: 120,
  condition: 10,
  iteration: null,
  loop: null,
  join: 10,
  variable: 10,
  template: 10,
  extract: 120,
  code: 20,
  http: 60,
  tool: 120,
  document: 180,
  human: null,
  app: null,
  answer: 10,
};

export const secondsOf = ({ type, data }: FlowNode): number | null =>
  type === "human" ? null : (data.policy.timeout ?? SECONDS[type]);
