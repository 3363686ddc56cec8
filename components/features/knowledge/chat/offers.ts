import type { ComponentType } from "react";
import type { ChosenBase } from "./base-picker";

/**
 * What another area offers to ask where a conversation with bases begins; the page passes it, for that area builds upon this
 * one. The base that answers a question is told along with it.
 */
export type QuestionOffers = ComponentType<{
  baseIds: readonly string[];
  onPick: (question: string, base: ChosenBase | null) => void;
}>;
