"use client";

import { useTranslations } from "next-intl";
import { type ChangeEvent, type ReactNode, useRef, useState } from "react";
import { useFailureSentence } from "./form-failure";

export const PICTURE_TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;

interface PictureUploadOptions {
  /** Bytes. */
  max: number;
  accept: readonly string[];
  /** What is said of a file of another kind; without it the server says so. */
  wrongType?: string;
  upload: (file: File) => Promise<unknown>;
}

interface PictureUpload {
  /** Opens the choice of files. */
  choose: () => void;
  isLoading: boolean;
  failure: string;
  clear: () => void;
  /** The field behind the button; stands anywhere beside it. */
  input: ReactNode;
}

/** A picture that is sent as soon as it is chosen. */
export function usePictureUpload({ max, accept, wrongType, upload }: PictureUploadOptions): PictureUpload {
  const v = useTranslations("validation");
  const failureText = useFailureSentence();
  const ref = useRef<HTMLInputElement>(null);
  const [isLoading, setIsLoading] = useState(false);
  const [failure, setFailure] = useState("");
  const handleFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = "";
    if (!file) return;
    setFailure("");
    if (wrongType && !accept.includes(file.type)) return setFailure(wrongType);
    if (file.size > max) return setFailure(v("tooLarge"));
    setIsLoading(true);
    try {
      await upload(file);
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setIsLoading(false);
    }
  };
  return {
    choose: () => ref.current?.click(),
    isLoading,
    failure,
    clear: () => setFailure(""),
    input: (
      <input
        ref={ref}
        type="file"
        accept={accept.join()}
        className="sr-only"
        tabIndex={-1}
        aria-hidden
        onChange={handleFile}
      />
    ),
  };
}
