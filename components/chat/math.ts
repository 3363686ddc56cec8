import "katex/dist/katex.min.css";
import rehypeKatex from "rehype-katex";
import type { Pluggable } from "unified";

/** `trust` stays off: no addresses, no markup from a formula (SECURITY XS-02). Sizes and expansions are bounded. */
export const rehypeMath: Pluggable = [
  rehypeKatex,
  { trust: false, strict: "ignore", throwOnError: false, maxSize: 20, maxExpand: 500, output: "htmlAndMathml" },
];
