import type { ReactNode } from "react";
import { Shell } from "@/components/layout/shell";

export default function Layout({ children }: { children: ReactNode }) {
  return <Shell kind="console">{children}</Shell>;
}
