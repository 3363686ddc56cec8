"use client";

import { type ReactNode, useState } from "react";
import { ColumnChoice } from "./column-choice";
import type { Column } from "./types";

/** Which columns a person hid, and the button to choose them. `first` stand aside until they are asked for. */
export function useHiddenColumns<Row>(
  columns: readonly Column<Row>[],
  first: ReadonlySet<string> = new Set(),
): { hidden: ReadonlySet<string>; choice: ReactNode } {
  const [hidden, setHidden] = useState(first);
  return { hidden, choice: <ColumnChoice columns={columns} hidden={hidden} onChange={setHidden} /> };
}
