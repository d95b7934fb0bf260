// The client library has the same instants, dates and texts, so they are a module of their own.
@_exported import CivilTime
