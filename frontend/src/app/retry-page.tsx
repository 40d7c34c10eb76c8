import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import type { ComponentType, ReactNode } from 'react';
import { PageSpinner } from '../ui/page-spinner';
import { chunkQuery } from '../lib/chunk';
import { HttpError } from '../lib/http';

/** A component for a page whose code could not be loaded: shows why, retries, then renders the page. */
export function retryPage(path: string, load: () => Promise<ComponentType>): ComponentType {
  return function RetryPage() {
    const { data: Page, error, isFetching, refetch } = useQuery(chunkQuery(path, load));
    if (Page) return <Page />;
    if (!error) return <PageSpinner />;
    // `chunkQuery` fails with an `HttpError` only while the server cannot be reached.
    if (error instanceof HttpError) {
      return (
        <Message
          title={navigator.onLine ? 'The server cannot be reached' : 'You are offline'}
          text="This page opens by itself as soon as the connection is back."
          action={
            <Button loading={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      );
    }
    return (
      <Message
        title="A new version was installed"
        text="Reload to open this page."
        action={
          <Button type="primary" onClick={() => window.location.reload()}>
            Reload
          </Button>
        }
      />
    );
  };
}

function Message({ title, text, action }: { title: string; text: string; action: ReactNode }) {
  return (
    <>
      <title>{title}</title>
      <Alert type="warning" showIcon title={<h1 className="as-text">{title}</h1>} description={text} action={action} />
    </>
  );
}
