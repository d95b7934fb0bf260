import HealthstoreClient
import SwiftUI

/// The switch, the plan, and what was sent.
struct SyncView: View {
    @Environment(PhoneModel.self) private var model

    var body: some View {
        @Bindable var model = model
        NavigationStack {
            List {
                Section {
                    Toggle("Send health data", isOn: $model.isOn)
                    if model.mustAsk { Button("Choose what to share") { Task { await model.ask() } } }
                    StateRows(status: model.status)
                    FailureText()
                }
                if let plan = model.status.plan { PlanSection(plan: plan) }
                Section("Sent last") {
                    ForEach(model.status.recent) { LineRow(line: $0) }
                }
                if !model.status.unreadable.isEmpty {
                    Section("Not visible") {
                        ForEach(model.status.unreadable.keys.sorted(), id: \.self) { Text(Words.name(of: $0)) }
                        NoDataView()
                    }
                }
                if !model.status.problems.isEmpty {
                    Section("Problems") {
                        ForEach(model.status.problems) { LineRow(line: $0) }
                    }
                }
                Button("Disconnect", role: .destructive) { Task { await model.disconnect() } }
            }
            .navigationTitle("Sync")
            .task { await model.loadPlan() }
        }
    }
}

/// How far the sync is, or why it does not send.
private struct StateRows: View {
    let status: SyncStatus

    var body: some View {
        LabeledContent("Sent", value: status.sentCount.formatted())
        if let progress = status.progress, progress.waitingBatches > 0 {
            ProgressView(value: Double(progress.sentCount), total: Double(max(progress.readCount, 1)))
        }
        if let pause = status.pause { Text(Words.describe(pause)) }
        if let waiting = status.waiting { Text(waiting) }
        if let end = status.end { Text(end).foregroundStyle(.red) }
        ForEach(status.sharedSince.keys.sorted(), id: \.self) { type in
            LabeledContent {
                if let start = status.sharedSince[type] { Text(start, style: .date) }
            } label: {
                Text("\(Words.name(of: type)) shared since")
            }
        }
    }
}

/// What the server decides.
private struct PlanSection: View {
    let plan: SyncPlan

    var body: some View {
        Section("Plan of the server") {
            Text(ChosenTypes.toRequest(plan).map(Words.name).joined(separator: ", "))
            if let start = plan.startDate { LabeledContent("From") { Text(start, style: .date) } }
            if let only = plan.onlySources { LabeledContent("Only from", value: only.joined(separator: ", ")) }
            if let without = plan.withoutSources, !without.isEmpty {
                LabeledContent("Not from", value: without.joined(separator: ", "))
            }
            if plan.leastInterval > 0 { LabeledContent("At most every", value: Words.hours(plan.leastInterval)) }
        }
    }
}

private struct LineRow: View {
    let line: SyncStatus.Line

    var body: some View {
        VStack(alignment: .leading) {
            HStack {
                Text(line.title).font(.headline)
                Spacer()
                Text(line.date, style: .time).foregroundStyle(.secondary)
            }
            Text(line.text)
        }
    }
}
