import { createContext } from "react";

/** What a press on a cited passage does. Apart from the marks themselves, so that a new one draws nothing again. */
export const MarkAction = createContext<(id: number) => void>(() => undefined);
