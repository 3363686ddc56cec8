"use client";

import { createContext, type ReactNode, useContext } from "react";

interface Screen {
  /** As the specification spells it, e.g. `/knowledge-center/main`. */
  path: string;
  title: string;
}
const ScreensContext = createContext<readonly Screen[]>([]);

interface KnowledgeScreensProps {
  screens: readonly Screen[];
  children: ReactNode;
}

/** Around the area's pages: the screens that exist and that this person may open. */
export function KnowledgeScreens({ screens, children }: KnowledgeScreensProps) {
  return <ScreensContext value={screens}>{children}</ScreensContext>;
}

/** Those of the named screens that this person may open, in the order asked for. */
export function useScreens<Path extends string>(paths: readonly Path[]): { path: Path; title: string }[] {
  const screens = useContext(ScreensContext);
  return paths.flatMap((path) => {
    const screen = screens.find((candidate) => candidate.path === path);
    return screen ? [{ path, title: screen.title }] : [];
  });
}
