"use client";

import { type ComponentType, createContext } from "react";
import type { ChatMessageDto } from "@/lib/stream/message-dto";

/** What can be done with the answers of a conversation besides copying them and answering again. */
export interface AnswerDoors {
  /** A model that speaks is there. */
  hasSpeech: boolean;
  /** Sends what was filled into a form of an answer as the next message. */
  onSend?: (words: string) => Promise<void>;
  /** Takes words of an answer into the next question. */
  onQuote?: (words: string) => void;
  /** Shares one answer with its question. */
  onShare?: (answer: ChatMessageDto) => void;
  /** Further buttons of an answer, e.g. to keep it. */
  More?: ComponentType<{ message: ChatMessageDto }>;
}

/** Given by the screen of a person's own conversation; without it answers are only read and copied. */
export const AnswerDoorsContext = createContext<AnswerDoors | null>(null);

/** Files an answer into a knowledge base; null where the person cannot. The product's frame gives it. */
export const AnswerFilingContext = createContext<((answer: ChatMessageDto) => void) | null>(null);
