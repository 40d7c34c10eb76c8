import type { Language } from '@gmb-moments/backend/contract/languages';
import { QueryClientProvider, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { Component, StrictMode, type ComponentType, type ReactNode } from 'react';
import { RenderedForPhoneContext } from '../../lib/media-queries';
import { LanguageProvider } from '../../lib/texts/language-provider';
import { ErrorPage } from '../error-page';

/** Id of the JSON in the page from which the browser draws the same once more. */
export const DRAWN_ID = 'drawn';

/** What a page was drawn from. */
export interface Drawn {
  /** End of the page's address. */
  link: string;
  isPhone: boolean;
  /** Unless the visitor chose another one meanwhile. */
  language: Language;
  /** What the page's queries found. */
  answers: [key: QueryKey, data: unknown][];
}

/** The page of a public link. */
export type ReviewPage = ComponentType<{ link: string }>;

interface ReviewDocumentProps extends Omit<Drawn, 'answers'> {
  Page: ReviewPage;
  client: QueryClient;
}

/** Gives the queries of a page their answers before it is drawn. */
export function answer(client: QueryClient, answers: Drawn['answers']): void {
  for (const [key, data] of answers) client.setQueryData(key, data);
}

/** The whole of a review page, the same on the server and in the browser; the client has the texts of its language. */
export function ReviewDocument({ Page, client, link, isPhone, language }: ReviewDocumentProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <RenderedForPhoneContext value={isPhone}>
          <LanguageProvider language={language}>
            <OrErrorPage>
              <Page link={link} />
            </OrErrorPage>
          </LanguageProvider>
        </RenderedForPhoneContext>
      </QueryClientProvider>
    </StrictMode>
  );
}

class OrErrorPage extends Component<{ children: ReactNode }, { failed?: { error: unknown } }> {
  override state: { failed?: { error: unknown } } = {};

  static getDerivedStateFromError(error: unknown) {
    return { failed: { error } };
  }

  override render() {
    return this.state.failed ? <ErrorPage error={this.state.failed.error} /> : this.props.children;
  }
}
