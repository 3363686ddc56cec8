"use client";

import { useBytes } from "@/components/common/use-bytes";
import { useWhen } from "@/components/common/use-moments";

/** How large a file is. */
export function SizeCell({ bytes }: { bytes: number }) {
  const text = useBytes();
  return <span className="whitespace-nowrap text-fg-2">{text(bytes)}</span>;
}

/** When something was, in a few characters. */
export function WhenCell({ at }: { at: string }) {
  const text = useWhen();
  return <span className="tnum whitespace-nowrap text-fg-2">{text(at)}</span>;
}
