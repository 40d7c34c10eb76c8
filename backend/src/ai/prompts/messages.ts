/** A message of a chat, in the form of OpenAI's chat completions. */
export type ChatMessage =
  { role: 'system' | 'assistant'; content: string } | { role: 'user'; content: string | MessagePart[] };

export type MessagePart = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } };
