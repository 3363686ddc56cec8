export interface ConversationDto {
  id: string;
  kind: string;
  title: string;
  archived: boolean;
  pinned: boolean;
  /** Null: in no folder. */
  folderId: string | null;
  /** Not kept: never listed, searched or titled; gone when it is left. */
  temporary: boolean;
  /** An answer is being written in it. */
  running: boolean;
  lastMessageAt: string;
  createdAt: string;
}

/** A conversation that holds the words searched for, with the newest messages that do. */
export interface FoundConversationDto {
  id: string;
  kind: string;
  title: string;
  archived: boolean;
  lastMessageAt: string;
  messages: { id: string; role: "user" | "assistant"; excerpt: string; createdAt: string }[];
  /** Messages that hold the words, shown or not. */
  total: number;
}

/** What a change of many conversations came to. */
export interface BulkResultDto {
  done: string[];
  refused: { id: string; title: string; error: string }[];
}

/** A link to a conversation as it stood. */
export interface ShareDto {
  id: string;
  /** Null: until it is taken back. */
  expiresAt: string | null;
  createdAt: string;
}

export interface SharedMessageDto {
  id: string;
  role: "user" | "assistant";
  /** Marks of sources are the numbers people see: `[2]`. */
  text: string;
  modelName: string | null;
  /** No name and no words where the reader may not open the document. */
  sources: { number: number; fileName: string | null; quotes: string[] }[];
  createdAt: string;
}

export interface SharedConversationDto {
  id: string;
  kind: string;
  title: string;
  ownerName: string;
  isOwn: boolean;
  createdAt: string;
  expiresAt: string | null;
  messages: SharedMessageDto[];
  hasLater: boolean;
}
