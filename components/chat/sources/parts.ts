import { AnswerSteps } from "./answer-steps";
import type { SourceParts } from "./context";
import { Quoted } from "./quoted";
import { Sourced } from "./sourced";

/** For conversations whose answers lead back to sources. */
export const SOURCE_PARTS: SourceParts = { Steps: AnswerSteps, Sourced, Quoted };
