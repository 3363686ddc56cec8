"use client";

import { ShieldCheck } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { ExportMenu } from "@/components/common/export-menu";
import { Button } from "@/components/ui/button";
import { TopBar } from "./top-bar";

interface LogFrameProps {
  title: string;
  group: string;
  /** What guards the log as a whole: how long it is kept, or proof that nobody changed it. */
  guard?: { label: string; onOpen: () => void };
  onExport: ComponentProps<typeof ExportMenu>["onExport"];
  /** The choice of columns; a phone has no room for it. */
  choice: ReactNode;
  /** The toolbar, with what stands at its end. */
  toolbar: (end: ReactNode) => ReactNode;
  children: ReactNode;
}

/** A screen of the console that lists what happened: its guard in the bar above, on a phone in the toolbar. */
export function LogFrame({ title, group, guard, onExport, choice, toolbar, children }: LogFrameProps) {
  const button = (className: string) =>
    guard && (
      <Button icon={ShieldCheck} onClick={guard.onOpen} className={className}>
        {guard.label}
      </Button>
    );
  return (
    <>
      <TopBar
        title={title}
        crumbs={[{ label: group }]}
        actions={
          <>
            {button("max-md:hidden")}
            <ExportMenu onExport={onExport} />
          </>
        }
      />
      {toolbar(
        <>
          {button("md:hidden")}
          <span className="max-md:hidden">{choice}</span>
        </>,
      )}
      {children}
    </>
  );
}
