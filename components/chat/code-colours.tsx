import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import { common, createLowlight } from "lowlight";
import type { ReactNode } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";

const lowlight = createLowlight(common);

/** Code as coloured elements, no markup text in between; unknown languages come back as they are. */
export function colourCode(source: string, language: string): ReactNode {
  if (!lowlight.registered(language)) return source;
  return toJsxRuntime(lowlight.highlight(language, source), { Fragment, jsx, jsxs });
}
