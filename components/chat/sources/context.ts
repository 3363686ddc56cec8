"use client";

import { type ComponentType, createContext, type ReactNode } from "react";
import type { Citation } from "@/lib/citations/dto";
import type { GroundednessData, MessagePart, StepData } from "@/lib/stream/parts";

type Quote = Extract<MessagePart, { type: "quote" }>;

/** Which citation the reader shows, and how to show another. Given by the screen. */
export interface SourceSelection {
  /** `owner` tells apart answers, whose citations all begin at 1. */
  active: { owner: string; id: number } | null;
  open: (owner: string, citations: readonly Citation[], id: number) => void;
  /** Shows a whole file. */
  openVersion: (versionId: string) => void;
}

export const SourceSelectionContext = createContext<SourceSelection | null>(null);

/** The citations of the text around a mark. */
export interface MarkedText {
  /** Draws one mark; it comes with the context, so that texts without sources do not load it. */
  Mark: ComponentType<{ id: number }>;
  owner: string;
  citations: readonly Citation[];
  /** Ids of those whose document was deleted, or may not be read any more: nothing is told of them (spec D5). */
  gone: ReadonlySet<number>;
  /** Ids of those whose passage could not be compared with the sentence. */
  unchecked: ReadonlySet<number>;
  /** Citations may still arrive. */
  isRunning: boolean;
}

export const MarkedTextContext = createContext<MarkedText | null>(null);

/** Parts of a conversation with sources; chats without them load none of it. */
export interface SourceParts {
  Steps: ComponentType<{ steps: readonly StepData[]; isRunning: boolean }>;
  Sourced: ComponentType<{
    owner: string;
    citations: readonly Citation[];
    support: GroundednessData | null;
    isRunning: boolean;
    children: ReactNode;
  }>;
  Quoted: ComponentType<{ quote: Quote }>;
}

/** Names of the knowledge bases of a conversation, by id: as many as the reader may use. */
export const BaseNamesContext = createContext<ReadonlyMap<string, string>>(new Map());
