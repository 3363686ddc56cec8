import { type ReactNode, useEffect, useState } from "react";

/** One polite region; it is filled after it is there, or nobody would hear its first text. */
export function Announcement({ children }: { children: ReactNode }) {
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  return (
    <div aria-live="polite" className="sr-only">
      {isThere && children}
    </div>
  );
}
